import HTTPTypes
import Testing

@testable import ChartCommands
@testable import SessionTestSupport

/// Replacing, appending to, showing and removing datasets.
@Suite struct DatasetLifeTests {
    private static let path = "/v1/datasets/line"

    @Test func `replacing a dataset answers 200, the next version and the description`() async throws {
        try await Service.run { service in
            try await service.importLine(through: 2)
            let replaced = try await service.send(.put, Self.path, "t,v,w\n1,2,\n3,9,5\n", type: "text/csv")
            #expect(replaced.status == 200 && replaced.headers[.location] == nil)
            let shown = try await service.send(.get, Self.path)
            #expect(
                shown.text == #"{"name":"line","xKind":"number","columns":["#
                    + #"{"name":"t","kind":"number","min":1,"max":3,"missing":0},"#
                    + #"{"name":"v","kind":"number","min":2,"max":9,"missing":0},"#
                    + #"{"name":"w","kind":"number","min":5,"max":5,"missing":1}],"rows":2,"extent":[1,3],"version":2}"#
            )
            #expect(replaced.integer("import/rows") == 2 && replaced.integer("import/bytes") == 17)
            let listed = try await service.send(.get, "/v1/datasets")
            #expect(listed.text.contains(shown.text) && listed.count("datasets") == 2)
        }
    }

    @Test func `a dataset in use is not deleted, nor replaced where the request asks so, until its last session ends`()
        async throws
    {
        try await Service.run { service in
            try await service.importLine()
            let (first, second) = (try await service.open(), try await service.open())
            let before = try await service.send(.get, Self.path).text
            func expectInUse(_ when: String) async throws {
                for (method, body) in [(HTTPRequest.Method.put, "t,v\n1,1\n"), (.delete, nil)] {
                    let query = method == .put ? "?whenShown=refuse" : ""
                    let reply = try await service.send(method, Self.path + query, body, type: "text/csv")
                    reply.isProblem("dataset.in-use", "\(when): \(reply.text)")
                    #expect(reply.status == 409)
                }
                #expect(try await service.send(.get, Self.path).text == before)
            }
            try await expectInUse("two sessions")
            #expect(try await service.send(.delete, first.path).status == 204)
            try await expectInUse("one session")
            try await service.send(.post, "\(second.path)/surfaces", #"{"id":"b","dataset":"line"}"#)
            #expect(try await service.send(.delete, second.surface).status == 204)
            try await expectInUse("its second surface")
            try await service.send(.post, "/v1/sessions", #"{"surfaces":[{"dataset":"line","size":1}]}"#)
                .isProblem("body.invalid-value")
            #expect(try await service.send(.delete, "\(second.path)/surfaces/b").status == 204)
            #expect(try await service.send(.delete, Self.path).status == 204)
            try await service.send(.get, Self.path).isProblem("dataset.unknown")
        }
    }

    @Test func `a path names a dataset by its bytes`() async throws {
        try await Service.run { service in
            try await service.send(.put, "/v1/datasets/K", "t,v\n1,1\n", type: "text/csv")
            #expect(try await service.send(.get, "/v1/datasets/%4B").status == 200)
            for path in ["/v1/datasets/%E2%84%AA", "/v1/datasets/%E2%84%AA/rows", "/v1/datasets/%E2%84%AA/window"] {
                try await service.send(.get, path).isProblem("dataset.unknown")
            }
            try await service.send(.delete, "/v1/datasets/%E2%84%AA").isProblem("dataset.unknown")
        }
    }

    @Test func `a refused session does not keep its dataset in use`() async throws {
        try await Service.run { service in
            try await service.importLine()
            for body in [
                #"{"surfaces":[{"dataset":"line"},{"id":"b","dataset":"nowhere"}]}"#,
                #"{"surfaces":[{"dataset":"line"},{"dataset":"line"}]}"#,
                #"{"surfaces":[{"dataset":"line","series":[{"y":"w"}]}]}"#,
                #"{"surfaces":[{"dataset":"line"}],"idleTimeout":-1}"#,
                #"{"surfaces":[{"dataset":"line"}],"meta":7}"#,
            ] {
                #expect(try await service.send(.post, "/v1/sessions", body).status == 422)
            }
            #expect(try await service.send(.delete, Self.path).status == 204)
        }
    }

    @Test func `appended rows show at once and are no revision`() async throws {
        try await Service.run { service in
            try await service.importLine(through: 10)
            let session = try await service.open(#""dataset":"line","xAxes":[{"autoRange":"always"}]"#)
            let tag = try await service.send(.get, session.surface).headers[.eTag]
            let appended = try await service.send(.post, Self.path + "/rows", "t,v\n10,7\n20,8\n", type: "text/csv")
            #expect(appended.status == 200 && appended.integer("version") == 2 && appended.integer("rows") == 13)
            let surface = try await service.send(.get, session.surface)
            #expect(surface.headers[.eTag] != tag && surface.integer("revision") == 0)
            #expect(surface.integer("window/datasetVersion") == 2)
            #expect(surface.numbers("xAxes/0/visibleRange") == [0, 20])
            let answer = try await session.post(TouchEvents.tick(1))
            #expect(answer.integer("revision") == 1)
            #expect(answer.count("surfaces/0/window/rows") == 13, "auto: the data changed since the last answer")
        }
    }

    @Test func `rows that do not fit are refused as a whole`() async throws {
        try await Service.run { service in
            try await service.importLine(through: 10)
            let before = try await service.send(.get, Self.path + "/window").text
            let bodies: [(String, String)] = [
                ("t,v\n9,1\n", "dataset.out-of-order"), ("t,v\n12,1\n11,1\n", "dataset.out-of-order"),
                ("t,w\n11,1\n", "dataset.unknown-column"), ("t,v,w\n11,1,1\n", "dataset.unknown-column"),
                ("u,v\n11,1\n", "dataset.unknown-column"), ("t,v\n2024-01-01,1\n", "dataset.unknown-column"),
                ("t,v\n", "dataset.empty"), ("t,v\n11\n", "dataset.ragged-row"),
                ("t,v\n11,1\n12,x\n", "dataset.value-invalid"),
            ]
            for (body, code) in bodies {
                let reply = try await service.send(.post, Self.path + "/rows", body, type: "text/csv")
                reply.isProblem(code, "\(body) \(reply.text)")
                #expect(try await service.send(.get, Self.path + "/window").text == before)
            }
            let json = #"{"columns":["v","t"],"rows":[[5,11]]}"#
            let reply = try await service.send(.post, Self.path + "/rows", json)
            #expect(reply.status == 200, "columns go by name, x is the dataset's: \(reply.text)")
            #expect(reply.numbers("extent") == [0, 11])
        }
    }

    @Test func `dates are appended to dates`() async throws {
        try await Service.run { service in
            try await service.send(.put, Self.path, "d,v\n1970-01-01,1\n", type: "text/csv")
            for body in ["d,v\n86400000,2\n", "d,v\n1970-01-03T00:00:00Z,3\n"] {
                let reply = try await service.send(.post, Self.path + "/rows", body, type: "text/csv")
                #expect(reply.status == 200, "\(reply.text)")
            }
            #expect(try await service.send(.get, Self.path).numbers("extent") == [0, 172_800_000])
        }
    }
}
