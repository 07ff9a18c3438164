import ChartSeries
import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

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
            let prices = whole.split(separator: "\n").dropFirst().compactMap { line in
                Double(line.split(separator: ",")[1])
            }
            #expect(prices == Array(RandomWalk(seed: 1).table(rows: 1_000).columns[0].values))
        }
    }

    @Test func `two clients that ask at once get each row once`() async throws {
        try await Service.run { service in
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await service.generate(50, in: "walk").status } }
                for try await status in group { #expect([200, 201, 503].contains(status)) }
            }
            let rows = try await service.send(.get, "/v1/datasets/walk/rows").text.split(separator: "\n").count - 1
            _ = try await service.generate(rows, in: "whole")
            let whole = try await service.send(.get, "/v1/datasets/whole/rows").text
            #expect(try await service.send(.get, "/v1/datasets/walk/rows").text == whole)
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
            _ = try await service.generate(3, in: "walk")
            // Without its first row it is no beginning of a walk any more.
            _ = try await service.generate(3, in: "late")
            try await service.send(.delete, "/v1/datasets/late/rows?to=2020-01-01T00:00:00Z")
            #expect(try await service.generate(1, in: "late").string("code") == "dataset.unknown-column")
            let there = try await service.generate(1, in: "walk", headers: [.ifNoneMatch: "*"])
            #expect(there.status == 412)
            #expect(try await service.generate(1, in: "-walk").string("code") == "dataset.name-invalid")
        }
    }

    @Test(arguments: ["", "1e300", "0.5", "-100"])
    func `a price that no walk has ends it`(price: String) async throws {
        try await Service.run { service in
            let table = "date,price\n2020-01-01T00:00:00Z,\(price)\n"
            try await service.send(.put, "/v1/datasets/walk", table, type: "text/csv")
            let reply = try await service.generate(1, in: "walk")
            #expect(reply.status == 422)
            #expect(reply.string("code") == "dataset.unknown-column")
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
