import HTTPTypes
import Testing

struct GeneratedRowsTests {
    @Test func `the rows of a walk are the same in any number of requests`() async throws {
        try await Service.run { service in
            var reply = try await service.generate(1_000, in: "whole")
            #expect(reply.status == 201)
            #expect(reply.headers[.location] == "/v1/datasets/whole")
            for (part, count) in [1, 99, 400, 500].enumerated() {
                reply = try await service.generate(count, in: "parts")
                #expect(reply.status == (part == 0 ? 201 : 200))
            }
            #expect(reply.integer("rows") == 1_000)
            let whole = try await service.send(.get, "/v1/datasets/whole/rows").text
            #expect(try await service.send(.get, "/v1/datasets/parts/rows").text == whole)
            let levels = whole.split(separator: "\n").dropFirst().compactMap { line in
                Double(line.split(separator: ",")[1])
            }
            #expect(levels.count == 1_000)
            #expect(zip(levels, levels.dropFirst()).allSatisfy { abs($1 - $0) <= 1.000_001 })
            #expect(Set(levels).count > 100)
        }
    }

    @Test func `two clients that ask at once get each row once`() async throws {
        try await Service.run { service in
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await service.generate(50, in: "walk").status } }
                for try await status in group { #expect([200, 201, 503].contains(status)) }
            }
            let lines = try await service.send(.get, "/v1/datasets/walk/rows").text.split(separator: "\n").dropFirst()
            #expect(lines.compactMap { Double($0.split(separator: ",")[0]) } == (0..<lines.count).map(Double.init))
        }
    }

    @Test(arguments: [
        (#"{"rows":0}"#, "body.invalid-value"), (#"{"rows":1000001}"#, "body.invalid-value"),
        (#"{"rows":"1"}"#, "body.invalid-value"), (#"{"rows":1.5}"#, "body.invalid-value"),
        ("{}", "body.missing-property"), (#"{"rows":1,"seed":2}"#, "body.unknown-property"),
    ])
    func `a wish that cannot be met makes no dataset`(body: String, code: String) async throws {
        try await Service.run { service in
            let reply = try await service.send(.post, "/v1/datasets/walk/generated", body)
            #expect(reply.status == 422)
            #expect(reply.string("code") == code)
            #expect(try await service.send(.get, "/v1/datasets/walk").status == 404)
        }
    }

    @Test func `a dataset with other columns, a condition and a name that cannot be are refused`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let other = try await service.generate(1, in: "line")
            #expect(other.status == 422)
            #expect(other.string("code") == "dataset.unknown-column")
            _ = try await service.generate(1, in: "walk")
            let there = try await service.generate(1, in: "walk", headers: [.ifNoneMatch: "*"])
            #expect(there.status == 412)
            #expect(try await service.generate(1, in: "-walk").string("code") == "dataset.name-invalid")
        }
    }

    @Test func `a server without the page makes no rows`() async throws {
        try await Service.run(["demo.enabled": "false"]) { service in
            let reply = try await service.generate(1, in: "walk")
            #expect(reply.status == 404)
            #expect(reply.string("code") == "route.unknown")
        }
    }
}

extension Service {
    fileprivate func generate(_ rows: Int, in name: String, headers: HTTPFields = [:]) async throws -> Reply {
        try await send(.post, "/v1/datasets/\(name)/generated", #"{"rows":\#(rows)}"#, headers: headers)
    }
}
