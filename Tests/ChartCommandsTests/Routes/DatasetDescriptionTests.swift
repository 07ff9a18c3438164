import CoreTestSupport
import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// What the server says of a dataset without a session.
@Suite struct DatasetDescriptionTests {
    private static let path = "/v1/datasets/line/description"

    /// The members that a surface of the same rows has too.
    private static func members(_ reply: Reply) -> [String] {
        ["title", "text", "window/text", "series/0/text", "series/0/trend"].map { reply.string($0) ?? "–" }
            + ["window/from", "window/to", "series/0/mean", "series/0/maximum/x"].map { "\(reply[$0] ?? "–")" }
    }

    @Test(arguments: ["en-US", "de", "ar"], seeds(4))
    func `it is what a surface of the same rows says`(locale: String, seed: Int) async throws {
        var cases = SeededCases(seed: UInt64(seed))
        let from = cases.integer(in: 0...60)
        let to = from + cases.integer(in: 1...40)
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(
                #""dataset":"line","xAxes":[{"id":"x","visibleRange":[\#(from),\#(to)]}]"#)
            let wanted = try await service.send(.get, session.surface + "/description?locale=\(locale)")
            let reply = try await service.send(.get, Self.path + "?locale=\(locale)&from=\(from)&to=\(to)")
            #expect(reply.status == 200 && reply.headers[.contentLanguage] == locale, "\(reply.text)")
            #expect(Self.members(reply) == Self.members(wanted))
            #expect(reply["axes"] == nil && reply["selection"] == nil)
        }
    }

    @Test func `it says all rows and columns, or those that are asked for, in the zone of the query`() async throws {
        try await Service.run { service in
            let rows = "t,a,b\n2024-03-31T00:00:00Z,1,5\n2024-03-31T23:00:00Z,2,6\n"
            #expect(try await service.send(.put, "/v1/datasets/line", rows, type: "text/csv").status == 201)
            let whole = try await service.send(.get, Self.path)
            #expect(whole.string("series/1/name") == "b" && whole.string("window/text")?.contains("Mar 31") == true)
            let part = try await service.send(.get, Self.path + "?columns=b&from=2024-04-01&timeZone=Asia/Tokyo")
            #expect(part.string("series/0/name") == "b" && part["series/1"] == nil, "\(part.text)")
            #expect(part["series/0/count"] as? Int == 1)
            #expect(part.string("window/text")?.contains("Apr 1") == true, "\(part.text)")
            let accepted = try await service.send(.get, Self.path, headers: [.acceptLanguage: "de"])
            #expect(accepted.headers[.contentLanguage] == "de")
        }
    }

    @Test(arguments: ["columns=none", "from=5&to=4", "timeZone=Mars", "from=noon", "locale=!"])
    func `a query that cannot be met is refused`(query: String) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await service.send(.get, Self.path + "?" + query).isProblem("query.invalid")
        }
    }

    @Test func `a dataset without rows has no values, and one that is not there is unknown`() async throws {
        try await Service.run { service in
            let table = "t,v\n1,\n"
            #expect(try await service.send(.put, "/v1/datasets/line", table, type: "text/csv").status == 201)
            let reply = try await service.send(.get, Self.path)
            #expect(reply["series/0/count"] as? Int == 0 && reply["series/0/missing"] as? Int == 1, "\(reply.text)")
            try await service.send(.get, "/v1/datasets/none/description").isProblem("dataset.unknown")
        }
    }
}
