import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// Windows of a dataset with fewer points or with bars.
@Suite struct DecimatedWindowTests {
    @Test(arguments: ["minmax", "lttb", "minmaxlttb"])
    func `a method answers the requested number of rows, with their indices`(method: String) async throws {
        try await Service.run { service in
            try await service.importLine(through: 1_000)
            let reply = try await service.send(.get, "/v1/datasets/line/window?method=\(method)&points=10")
            let index = try #require(reply["index"] as? [Int])
            #expect(index.count == 10 && index.first == 0 && index.last == 1_000, "\(reply.text)")
            #expect(reply.string("method") == method && reply["exact"] as? Bool == false)
            #expect(reply.integer("returnedRows") == 10 && reply.integer("sourceRows") == 1_001)
            #expect((reply["bucket"] as? Double) == (method == "minmax" ? 200 : nil))
            let rows = try #require(reply["rows"] as? [[Double]])
            #expect(rows.map { Int($0[0]) } == index)
        }
    }

    @Test func `a slow window is the same in every answer`() async throws {
        try await Service.run { service in
            try await service.importLine(through: 100_001)
            let index = try #require(
                try await service.send(.get, "/v1/datasets/line/window?method=lttb&points=20")["index"] as? [Int])
            #expect(index.count == 20)
            let opened = try await service.open(#""dataset":"line","window":{"points":20,"method":"lttb"}"#)
            let patched = try await service.open(#""dataset":"line","window":{"points":20}"#)
            let answers = [
                opened.reply,
                try await service.send(.patch, patched.surface, #"{"window":{"method":"lttb"}}"#),
                try await service.send(.get, patched.surface),
                try await patched.post(#"{"type":"tick","time":0}"#, query: "?window=full"),
            ]
            for answer in answers {
                let window = (answer["surfaces/0/window/index"] ?? answer["window/index"]) as? [Int]
                #expect(window == index, "\(answer.text.prefix(300))")
            }
        }
    }

    @Test func `the default is two points per pixel column, up to the limit`() async throws {
        try await Service.run(["limits.rowsPerWindow": "50"]) { service in
            try await service.importLine(through: 1_000)
            for (query, rows) in [("&width=5", 10), ("&width=200", 50), ("&points=1000", 50), ("&points=20", 20)] {
                let reply = try await service.send(.get, "/v1/datasets/line/window?method=lttb\(query)")
                #expect(reply.integer("returnedRows") == rows, "\(query) \(reply.text)")
            }
            let session = try await service.open(
                #""dataset":"line","window":{"method":"lttb","points":1000,"maxRows":1000}"#)
            #expect(session.reply.integer("surfaces/0/windowOptions/points") == 50)
            #expect(session.reply.integer("surfaces/0/window/returnedRows") == 50)
        }
    }

    private static func months(
        _ query: String, _ body: @escaping @Sendable (Reply) throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.send(
                .put, "/v1/datasets/months",
                "d,v,w\n2024-01-10,1,\n2024-01-31T23:30:00Z,4,\n2024-03-01,3,6\n2024-03-02,2,7\n", type: "text/csv")
            let reply = try await service.send(.get, "/v1/datasets/months/window?method=calendar\(query)")
            #expect(reply.status == 200, "\(reply.text)")
            try body(reply)
        }
    }

    @Test func `bars sum whole months, and a month without rows has none`() async throws {
        try await Self.months("&unit=month&from=2024-01-20") { reply in
            #expect(
                reply.text == #"{"columns":["d","v","w"],"rows":[[1704067200000,5,null],[1709251200000,5,13]],"#
                    + #""index":[0,2],"before":null,"after":null,"from":1705708800000,"to":1709337600000,"#
                    + #""sourceRows":3,"returnedRows":2,"method":"calendar","exact":false,"bucket":2592000000,"#
                    + #""unit":"month","unitCount":1,"aggregate":"sum","datasetVersion":1}"#)
        }
    }

    @Test func `months begin in their time zone`() async throws {
        try await Self.months("&unit=month&timeZone=Asia/Tokyo&columns=v") { reply in
            #expect(reply.text.contains(#""rows":[[1704034800000,1],[1706713200000,4],[1709218800000,5]]"#))
        }
    }

    @Test func `open, high, low and close are four columns in every layout`() async throws {
        let query = "&unit=year&aggregate=ohlc&columns=v"
        try await Self.months(query) { reply in
            #expect(reply.text.contains(#""columns":["d","v.open","v.high","v.low","v.close"]"#), "\(reply.text)")
            #expect(reply.text.contains(#""rows":[[1704067200000,1,4,1,2]]"#), "\(reply.text)")
        }
        try await Self.months(query + "&layout=objects") { reply in
            #expect(
                reply.text.contains(#"[{"d":1704067200000,"v.open":1,"v.high":4,"v.low":1,"v.close":2}]"#),
                "\(reply.text)")
        }
        try await Self.months(query + "&layout=columns") { reply in
            #expect(
                reply.text.contains(
                    #"{"x":[1704067200000],"v.open":[1],"v.high":[4],"v.low":[1],"v.close":[2]}"#),
                "\(reply.text)")
        }
    }

    @Test func `a surface shows bars in its session's time zone`() async throws {
        try await Service.run { service in
            try await service.send(
                .put, "/v1/datasets/hours", "d,v\n2024-01-01T03:00:00Z,1\n2024-01-01T06:00:00Z,2\n", type: "text/csv")
            let session = try await service.open(
                body: #"{"timeZone":"America/New_York","surfaces":[{"dataset":"hours","#
                    + #""window":{"method":"calendar","unit":"day","aggregate":"max"}}]}"#)
            #expect(session.reply.string("surfaces/0/window/unit") == "day", "\(session.reply.text)")
            let rows = try #require(session.reply["surfaces/0/window/rows"] as? [[Double]])
            #expect(rows == [[1_703_998_800_000, 1], [1_704_085_200_000, 2]])
            let patched = try await service.send(
                .patch, session.surface, #"{"window":{"unit":null,"points":3,"aggregate":"sum"}}"#)
            #expect(patched.status == 200, "\(patched.text)")
            let surface = try await service.send(.get, session.surface)
            #expect(
                surface.text.contains(#""points":3,"aggregate":"sum","unit":null,"unitCount":1,"weekStart":"monday"}"#),
                "\(surface.text)")
        }
    }

    @Test func `an unchanged window is not sent again`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let path = "/v1/datasets/line/window?from=2&to=4"
            let first = try await service.send(.get, path)
            let tag = try #require(first.headers[.eTag])
            #expect(first.status == 200 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
            for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let again = try await service.send(.get, path, headers: [.ifNoneMatch: field])
                #expect(again.status == 304 && again.text.isEmpty && again.headers[.eTag] == tag, "\(field)")
            }
            let other = try await service.send(.get, path + "&layout=columns", headers: [.ifNoneMatch: tag])
            #expect(other.status == 200 && other.headers[.eTag] != tag)
            try await service.send(.post, "/v1/datasets/line/rows", "t,v\n101,1\n", type: "text/csv")
            let changed = try await service.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(changed.status == 200 && changed.headers[.eTag] != tag, "\(changed.text)")
        }
    }
}
