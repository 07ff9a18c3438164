import HTTPTypes
import Testing

@testable import SessionTestSupport

/// The quotas of a server: datasets, bytes of disk, and sessions of one address.
@Suite struct StorageQuotaTests {
    private static func csv(rows: Int) -> String {
        "t,v\n" + (0..<rows).map { "\($0 * $0),\($0 % 7)\n" }.joined()
    }

    @Test func `a dataset over the limit is refused, a replacement is not`() async throws {
        try await Service.run(["limits.datasets": "2", "demo.enabled": "false"]) { service in
            try await service.importLine(as: "a")
            try await service.importLine(as: "b")
            let third = try await service.send(.put, "/v1/datasets/c", "t,v\n1,1\n", type: "text/csv")
            third.isProblem("storage.quota", "\(third.text)")
            #expect(third.status == 507)
            #expect(try await service.send(.put, "/v1/datasets/a", "t,v\n1,1\n", type: "text/csv").status == 200)
            #expect(try await service.send(.delete, "/v1/datasets/b").status == 204)
            #expect(try await service.send(.put, "/v1/datasets/c", "t,v\n1,1\n", type: "text/csv").status == 201)
        }
    }

    @Test func `rows over the quota are refused as they arrive, and a removal frees the space`() async throws {
        try await Service.run(["limits.dataBytes": "2MiB", "demo.enabled": "false"]) { service in
            let large = Self.csv(rows: 70_000)
            #expect(try await service.send(.put, "/v1/datasets/a", large, type: "text/csv").status == 201)
            let second = try await service.send(.put, "/v1/datasets/b", large, type: "text/csv")
            second.isProblem("storage.quota", "\(second.text)")
            #expect(try await service.send(.get, "/v1/datasets/b").status == 404)
            let appended = try await service.send(
                .post, "/v1/datasets/a/rows",
                "t,v\n" + (0..<140_000).map { "\(5_000_000_000 + $0),1\n" }.joined(), type: "text/csv")
            appended.isProblem("storage.quota", "\(appended.text)")
            #expect(try await service.send(.get, "/v1/datasets/a").integer("rows") == 70_000)
            #expect(try await service.send(.delete, "/v1/datasets/a").status == 204)
            #expect(try await service.send(.put, "/v1/datasets/b", large, type: "text/csv").status == 201)
        }
    }

    @Test func `a refused import frees its space`() async throws {
        try await Service.run(["limits.dataBytes": "2MiB", "demo.enabled": "false"]) { service in
            let broken = Self.csv(rows: 70_000) + "x,1\n"
            for _ in 0..<5 {
                let reply = try await service.send(.put, "/v1/datasets/a", broken, type: "text/csv")
                reply.isProblem("dataset.value-invalid", "\(reply.text)")
            }
            #expect(
                try await service.send(.put, "/v1/datasets/a", Self.csv(rows: 70_000), type: "text/csv").status == 201)
        }
    }

    @Test func `over the quota sessions refuse changes, but can be read and ended`() async throws {
        try await Service.run(["limits.dataBytes": "1MiB", "demo.enabled": "false"], over: .socket) { service in
            try await service.importLine()
            let session = try await service.open()
            let note = #"{"visibleRange":[0,1]}"# + String(repeating: " ", count: 200_000)
            var last = try await session.patchAxis("x", note)
            for _ in 0..<60 where last.status == 200 {
                try await Task.sleep(for: .milliseconds(100))
                last = try await session.patchAxis("x", note)
            }
            last.isProblem("storage.quota", "\(last.text.prefix(300))")
            let refused = try await service.send(.post, "/v1/sessions", #"{"surfaces":[]}"#)
            refused.isProblem("storage.quota", "\(refused.text)")
            #expect(try await service.send(.get, session.path).status == 200)
            #expect(try await service.send(.delete, session.path).status == 204)
            var opened = refused
            for _ in 0..<60 where opened.status != 201 {
                try await Task.sleep(for: .milliseconds(100))
                opened = try await service.send(.post, "/v1/sessions", #"{"surfaces":[]}"#)
            }
            #expect(opened.status == 201, "\(opened.text)")
        }
    }

    @Test func `the sessions of an address are limited, and an ended one frees a place`() async throws {
        try await Service.run(["limits.sessionsPerAddress": "2"], over: .socket) { service in
            try await service.importLine()
            let first = try await service.open()
            _ = try await service.open()
            let bad = try await service.send(.post, "/v1/sessions", #"{"surfaces":[{"dataset":"line","xAxes":[]}]}"#)
            bad.isProblem("specification.invalid", "\(bad.text)")
            let third = try await service.send(.post, "/v1/sessions", #"{"surfaces":[]}"#)
            third.isProblem("limits.sessions-per-address", "\(third.text)")
            #expect(third.headers[.retryAfter] != nil)
            #expect(try await service.send(.delete, first.path).status == 204)
            _ = try await service.open()
        }
    }

    @Test func `a client cannot ask for an idle timeout over the limit`() async throws {
        try await Service.run(["limits.idleTimeout": "10s", "session.idleTimeout": "1h"]) { service in
            let reply = try await service.send(.post, "/v1/sessions", #"{"surfaces":[],"idleTimeout":10001}"#)
            reply.isProblem("limits.idle-timeout", "\(reply.text)")
            #expect(reply.string("pointer") == "/idleTimeout")
            #expect(
                try await service.send(.post, "/v1/sessions", #"{"surfaces":[],"idleTimeout":10000}"#).status == 201)
            #expect(try await service.send(.post, "/v1/sessions", #"{"surfaces":[]}"#).status == 201)
        }
    }

    @Test func `rows far ahead of the clock are refused with a limit`() async throws {
        try await Service.run(["limits.appendAhead": "1h"]) { service in
            let path = "/v1/datasets/d"
            #expect(try await service.send(.put, path, "t,v\n2024-01-01T00:00Z,1\n", type: "text/csv").status == 201)
            let late = try await service.send(
                .post, path + "/rows", "t,v\n2024-01-02T00:00Z,1\n9999-01-01T00:00Z,1\n", type: "text/csv")
            late.isProblem("limits.append-ahead", "\(late.text)")
            let sound = try await service.send(.post, path + "/rows", "t,v\n2024-01-02T00:00Z,1\n", type: "text/csv")
            #expect(sound.status == 200 && sound.integer("rows") == 2)
            // A numeric x is not a time.
            try await service.importLine()
            let number = try await service.send(.post, "/v1/datasets/line/rows", "t,v\n1e300,1\n", type: "text/csv")
            #expect(number.status == 200)
        }
    }
}
