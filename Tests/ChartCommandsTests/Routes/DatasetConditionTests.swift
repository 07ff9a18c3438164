import HTTPTypes
import Testing

@testable import ChartCommands
@testable import SessionTestSupport

/// `If-Match` and `If-None-Match` on datasets; the server checks them when it makes the change.
@Suite struct DatasetConditionTests {
    private static let path = "/v1/datasets/d"

    @Test func `of two clients that create a dataset at once, one succeeds and the other is refused`() async throws {
        try await Service.run(["demo.enabled": "false"]) { service in
            for round in 0..<60 {
                let path = "/v1/datasets/d\(round)"
                let statuses = try await withThrowingTaskGroup { group in
                    for rows in ["t,v\n1,1\n", "t,v\n2,2\n"] {
                        group.addTask {
                            try await service.send(
                                .put, path, rows, type: "text/csv", headers: [.ifNoneMatch: "*"]
                            ).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }.sorted()
                }
                #expect(statuses == [201, 412], "round \(round)")
                #expect(try await service.send(.get, path).integer("version") == 1)
            }
        }
    }

    @Test func `a tag matches one version, for PUT, append and DELETE`() async throws {
        try await Service.run(["demo.enabled": "false"]) { service in
            let created = try await service.send(.put, Self.path, "t,v\n1,1\n", type: "text/csv")
            let first = try #require(created.headers[.eTag])
            let shown = try await service.send(.get, Self.path)
            #expect(shown.headers[.eTag] == first)
            #expect(try await service.send(.get, Self.path, headers: [.ifNoneMatch: first]).status == 304)

            let appended = try await service.send(
                .post, Self.path + "/rows", "t,v\n2,1\n", type: "text/csv", headers: [.ifMatch: first])
            #expect(appended.status == 200)
            let second = try #require(appended.headers[.eTag])
            #expect(second != first)
            let calls: [(HTTPRequest.Method, String, String?)] = [
                (.put, Self.path, "t,v\n9,9\n"), (.post, Self.path + "/rows", "t,v\n3,1\n"), (.delete, Self.path, nil),
            ]
            for (method, path, body) in calls {
                let reply = try await service.send(method, path, body, type: "text/csv", headers: [.ifMatch: first])
                reply.isProblem("precondition.failed", "\(method) \(reply.text)")
            }
            #expect(try await service.send(.get, Self.path).headers[.eTag] == second)
            let replaced = try await service.send(
                .put, Self.path, "t,v\n9,9\n", type: "text/csv", headers: [.ifMatch: second])
            #expect(replaced.status == 200)
            #expect(try await service.send(.delete, Self.path, headers: [.ifMatch: "*"]).status == 204)
        }
    }

    @Test func `a missing dataset matches no condition`() async throws {
        try await Service.run(["demo.enabled": "false"]) { service in
            let reply = try await service.send(
                .put, Self.path, "t,v\n1,1\n", type: "text/csv", headers: [.ifMatch: "*"])
            reply.isProblem("precondition.failed", "\(reply.text)")
            #expect(try await service.send(.get, Self.path).status == 404)
        }
    }
}
