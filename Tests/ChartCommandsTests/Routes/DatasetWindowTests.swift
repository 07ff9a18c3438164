import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// Windows of a dataset without a session.
@Suite struct DatasetWindowTests {
    private static func window(
        _ query: String, _ body: @escaping @Sendable (Reply) throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.send(
                .put, "/v1/datasets/days",
                "d,v,w\n1970-01-01T12:00:00Z,1,\n1970-01-02T12:00:00Z,2,5\n1970-01-03T12:00:00Z,3,6\n"
                    + "1970-01-04T12:00:00Z,4,7\n", type: "text/csv")
            let reply = try await service.send(.get, "/v1/datasets/days/window\(query)")
            #expect(reply.status == 200, "\(reply.text)")
            try body(reply)
        }
    }

    @Test(arguments: [
        "?from=129600000&to=216000000", "?from=1970-01-02T12:00:00Z&to=1970-01-03T12:00:00Z",
        "?from=1970-01-02T21:00:00%2B09:00&to=1970-01-03T21:00:00&timeZone=Asia/Tokyo",
    ])
    func `from and to are numbers or dates, with a time zone`(query: String) async throws {
        try await Self.window(query) { reply in
            #expect(
                reply.text == #"{"columns":["d","v","w"],"rows":[[129600000,2,5],[216000000,3,6]],"firstIndex":1,"#
                    + #""before":[43200000,1,null],"after":[302400000,4,7],"from":129600000,"to":216000000,"#
                    + #""sourceRows":2,"returnedRows":2,"method":"none","exact":true,"bucket":null,"datasetVersion":1}"#
            )
        }
    }

    @Test func `a window has the same answer with and without the router`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let plain = try await service.send(.get, "/v1/datasets/line/window?width=10")
            let escaped = try await service.send(.get, "/v1/datasets/li%6Ee/window?width=10")
            #expect(plain.status == 200 && escaped.status == 200 && plain.text == escaped.text)
            let head = try await service.send(.head, "/v1/datasets/line/window?width=10")
            #expect(head.status == 200 && head.text.isEmpty)
            #expect(head.headers[.contentLength] == String(plain.text.utf8.count))
            #expect(plain.headers[values: .contentLength] == [String(plain.text.utf8.count)])
            let posted = try await service.send(.post, "/v1/datasets/line/window", "{}")
            #expect(posted.status == 405 && posted.headers[.allow] == "GET, HEAD")
            #expect(try await service.send(.get, "/v1/datasets/line/windows").status == 404)
            #expect(try await service.send(.get, "/v1/datasets//window").status == 404)
        }
    }

    @Test func `the query selects the columns and their order`() async throws {
        try await Self.window("?columns=w,v&from=302400000") { reply in
            #expect(reply.text.hasPrefix(#"{"columns":["d","w","v"],"rows":[[302400000,7,4]],"firstIndex":3,"#))
            #expect(reply.text.contains(#""before":[216000000,6,3],"after":null"#))
        }
    }

    @Test func `with the layout columns the edges are objects`() async throws {
        try await Self.window("?layout=columns&from=129600000&to=216000000") { reply in
            #expect(reply.text.contains(#""rows":{"x":[129600000,216000000],"v":[2,3],"w":[5,6]}"#), "\(reply.text)")
            #expect(reply.text.contains(#""before":{"x":43200000,"v":1,"w":null}"#), "\(reply.text)")
            #expect(reply.text.contains(#""after":{"x":302400000,"v":4,"w":7}"#), "\(reply.text)")
        }
    }

    @Test func `with the layout objects each cell has a name`() async throws {
        try await Self.window("?layout=objects&columns=v&to=43200000") { reply in
            #expect(reply.text.contains(#""rows":[{"d":43200000,"v":1}]"#), "\(reply.text)")
            #expect(reply.text.contains(#""before":null,"after":{"d":129600000,"v":2}"#), "\(reply.text)")
        }
    }

    @Test func `rowUnit day counts a row by the start of its day`() async throws {
        try await Self.window("?rowUnit=day&from=86400000&to=172800000") { reply in
            #expect(reply.integer("sourceRows") == 2 && reply.integer("firstIndex") == 1, "\(reply.text)")
        }
        try await Self.window("?rowUnit=day&timeZone=Asia/Tokyo&from=1970-01-02&to=1970-01-03") { reply in
            #expect(reply.integer("sourceRows") == 2 && reply.integer("firstIndex") == 1, "\(reply.text)")
        }
    }

    @Test func `m4 answers the extremes of each column with their indices`() async throws {
        try await Service.run(["limits.rowsPerWindow": "50"]) { service in
            try await service.importLine(through: 1_000)
            for query in ["?method=m4&width=4", "?width=4", "?method=none&width=4"] {
                let reply = try await service.send(.get, "/v1/datasets/line/window\(query)")
                #expect(reply.string("method") == "m4" && reply["exact"] as? Bool == true, "\(reply.text)")
                #expect(reply["index"] as? [Int] == [0, 249, 250, 499, 500, 749, 750, 1_000], "\(reply.text)")
                #expect(reply.integer("sourceRows") == 1_001 && reply.integer("returnedRows") == 8)
            }
        }
    }
}
