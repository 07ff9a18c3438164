import HTTPTypes
import Testing

@testable import ChartCommands
@testable import SessionTestSupport

/// All rows of a range, as CSV and as NDJSON.
@Suite struct RowRouteTests {
    private static let csv = """
        time,a,b
        2024-10-15T00:00:00Z,1,
        2024-10-15T12:00:00.250Z,2.5,-3
        2024-10-16T00:00:00Z,,4
        2024-10-18T00:00:00.000500Z,1e-7,5

        """

    private static func withRows(_ body: @escaping @Sendable (Service) async throws -> Void) async throws {
        try await Service.run { service in
            let reply = try await service.send(.put, "/v1/datasets/days", csv, type: "text/csv")
            try #require(reply.status == 201, "\(reply.text)")
            try await body(service)
        }
    }

    @Test func `the rows of a dataset are those that were imported`() async throws {
        try await Self.withRows { service in
            let reply = try await service.send(.get, "/v1/datasets/days/rows")
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.text == Self.csv.replacing("1e-7", with: "1e-07"))
            #expect(reply.headers[.contentType] == "text/csv; charset=utf-8; header=present")
            #expect(reply.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `a range, columns and NDJSON are those of the query`() async throws {
        try await Self.withRows { service in
            let query = "?format=ndjson&from=2024-10-15T12:00&to=2024-10-16&columns=b&timeZone=Europe/Zurich"
            let reply = try await service.send(.get, "/v1/datasets/days/rows" + query)
            #expect(reply.text == #"{"time":"2024-10-15T12:00:00.250Z","b":-3}"# + "\n")
            #expect(reply.headers[.contentType] == "application/x-ndjson")
            let rest = try await service.send(.get, "/v1/datasets/days/rows?from=2024-10-17&columns=a")
            #expect(rest.text == "time,a\n2024-10-18T00:00:00.000500Z,1e-07\n")
            let none = try await service.send(.get, "/v1/datasets/days/rows?from=2025-01-01&columns=a")
            #expect(none.text == "time,a\n")
        }
    }

    @Test func `more rows than fit a piece come in order, and read back as the same dataset`() async throws {
        try await Service.run { service in
            let lines = (0..<60_000).map { "\($0),\(Double($0) / 8)" }
            let text = "t,v\n" + lines.joined(separator: "\n") + "\n"
            _ = try await service.send(.put, "/v1/datasets/long", text, type: "text/csv")
            let reply = try await service.send(.get, "/v1/datasets/long/rows")
            #expect(reply.text == text.replacing(".0\n", with: "\n"))
            let json = try await service.send(.get, "/v1/datasets/long/rows?format=ndjson&from=59998")
            #expect(json.text == "{\"t\":59998,\"v\":7499.75}\n{\"t\":59999,\"v\":7499.875}\n")
        }
    }

    @Test func `a surface gives the rows of its window and its visible series`() async throws {
        try await Self.withRows { service in
            let session = try await service.open(
                #""dataset":"days","xAxes":[{"visibleRange":["2024-10-15T06:00","2024-10-16"]}],"series":[{"y":"b"},{"y":"a","visible":false}]"#
            )
            let reply = try await service.send(.get, session.surface + "/rows")
            #expect(reply.text == "time,b\n2024-10-15T12:00:00.250Z,-3\n2024-10-16T00:00:00Z,4\n", "\(reply.status)")
            let all = try await service.send(.get, session.surface + "/rows?from=2024-01-01&to=2025-01-01&columns=a,b")
            #expect(all.text == Self.csv.replacing("1e-7", with: "1e-07"))
        }
    }

    @Test func `candlesticks give the four columns that they are drawn from`() async throws {
        try await Service.run { service in
            _ = try await service.send(
                .put, "/v1/datasets/prices", "t,a,b,c,d,e\n1,10,14,9,11,7\n2,11,12,8,9,7\n", type: "text/csv")
            let ohlc = #"{"y":"d","kind":"candlestick","ohlc":{"open":"a","high":"b","low":"c","close":"d"}}"#
            let session = try await service.open(#""dataset":"prices","series":[{"y":"e"},\#(ohlc)]"#)
            let reply = try await service.send(.get, session.surface + "/rows")
            #expect(reply.text == "t,e,d,a,b,c\n1,7,11,10,14,9\n2,7,9,11,12,8\n", "\(reply.status)")
        }
    }

    @Test func `a surface of categories gives the rows in view, and takes places on the x of the data`() async throws {
        try await Self.withRows { service in
            let session = try await service.open(
                #""dataset":"days","xAxes":[{"type":"category","visibleRange":[0.5,2]}],"series":[{"y":"b"}]"#)
            let reply = try await service.send(.get, session.surface + "/rows")
            #expect(reply.text == "time,b\n2024-10-15T12:00:00.250Z,-3\n2024-10-16T00:00:00Z,4\n")
            let rest = try await service.send(.get, session.surface + "/rows?from=2024-10-17&to=2024-10-19")
            #expect(rest.text == "time,b\n2024-10-18T00:00:00.000500Z,5\n")
        }
    }

    @Test func `a surface without a dataset has no rows`() async throws {
        try await Service.run { service in
            let session = try await service.open("")
            let reply = try await service.send(.get, session.surface + "/rows?format=ndjson")
            #expect(reply.status == 200 && reply.text.isEmpty, "\(reply.text)")
        }
    }

    @Test(arguments: [
        ("format=xml", 400, "query.invalid"), ("from=nine", 400, "query.invalid"),
        ("from=2024-10-17&to=2024-10-16", 400, "query.invalid"), ("columns=a,a", 400, "query.invalid"),
        ("columns=c", 400, "query.invalid"), ("width=5", 400, "query.unknown"),
    ])
    func `a query that cannot be answered is refused`(query: String, status: Int, code: String) async throws {
        try await Self.withRows { service in
            let reply = try await service.send(.get, "/v1/datasets/days/rows?" + query)
            #expect(reply.status == status && reply.string("code") == code, "\(reply.text)")
        }
    }

    @Test func `a missing dataset and a missing surface are 404`() async throws {
        try await Self.withRows { service in
            let dataset = try await service.send(.get, "/v1/datasets/none/rows")
            #expect(dataset.status == 404 && dataset.string("code") == "dataset.unknown")
            let session = try await service.open(#""dataset":"days""#)
            let surface = try await service.send(.get, session.path + "/surfaces/none/rows")
            #expect(surface.status == 404 && surface.string("code") == "surface.unknown")
        }
    }
}
