import HTTPTypes
import Testing

@testable import ChartCommands
@testable import SessionTestSupport

/// Requests refused for their query, headers, method, path or token.
@Suite struct BadRequestTests {
    private static let tick = #"{"events":[{"type":"tick","time":1}]}"#

    /// Every call that changes a session, each with a valid body.
    static let mutations: [(method: HTTPRequest.Method, path: String, body: String?)] = [
        (.post, "~/events", tick), (.post, "~/commands", #"{"command":"zoomExtents"}"#),
        (.patch, "~", #"{"size":{"width":9,"height":9}}"#), (.patch, "~/axes/x", #"{"visibleRange":[1,2]}"#),
        (.put, "~/modifiers/r", #"{"type":"rotateChart"}"#), (.patch, "~/modifiers/cursor", #"{"isEnabled":false}"#),
        (.delete, "~/modifiers/cursor", nil), (.post, "/surfaces", #"{"id":"b"}"#), (.delete, "~", nil),
        (.patch, "", #"{"links":[]}"#), (.delete, "", nil),
    ]

    private static func withSession(
        _ settings: [String: String] = [:], _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run(settings) { service in
            try await service.importLine()
            try await body(try await service.open())
        }
    }

    @Test func `queries`() async throws {
        try await Self.withSession { session in
            try await session.refuses([
                .call("unknown", .post, "~/events?windw=full", Self.tick, "query.unknown"),
                .call("unknown on a read", .get, "~?fields=id", nil, "query.unknown"),
                .call("unknown where none is taken", .delete, "~?force=true", nil, "query.unknown"),
                .call("bad word", .post, "~/events?window=some", Self.tick, "query.invalid"),
                .call("empty", .post, "~/events?window=", Self.tick, "query.invalid"),
                .call("bad flag", .post, "~/events?ticks=1", Self.tick, "query.invalid"),
                .call("bad layout", .post, "~/commands?layout=csv", #"{"command":"zoomExtents"}"#, "query.invalid"),
                .call("twice", .post, "~/events?window=full&window=full", Self.tick, "query.invalid"),
                .call("broken escape", .post, "~/events?window=%zz", Self.tick, "query.invalid"),
                .call("not UTF-8", .post, "~/events?window=%ff", Self.tick, "query.invalid"),
                .call("patch", .patch, "~/axes/x?window=no", #"{"visibleRange":[1,2]}"#, "query.invalid"),
                .call("few points", .get, "/v1/datasets/line/window?points=2", nil, "query.invalid"),
                .call("points", .get, "/v1/datasets/line/window?points=many", nil, "query.invalid"),
                .call("aggregate", .get, "/v1/datasets/line/window?aggregate=avg", nil, "query.invalid"),
                .call("unit", .get, "/v1/datasets/line/window?unit=decade", nil, "query.invalid"),
                .call("bars of numbers", .get, "/v1/datasets/line/window?method=calendar", nil, "query.invalid"),
                .call("from", .get, "/v1/datasets/line/window?from=abc", nil, "query.invalid"),
                .call("from NaN", .get, "/v1/datasets/line/window?from=nan", nil, "query.invalid"),
                .call("from inf", .get, "/v1/datasets/line/window?from=-inf", nil, "query.invalid"),
                .call("from 1e400", .get, "/v1/datasets/line/window?from=1e400", nil, "query.invalid"),
                .call("hexadecimal", .get, "/v1/datasets/line/window?from=0x10", nil, "query.invalid"),
                .call("to before from", .get, "/v1/datasets/line/window?from=2&to=1", nil, "query.invalid"),
                .call("width 0", .get, "/v1/datasets/line/window?width=0", nil, "query.invalid"),
                .call("method", .get, "/v1/datasets/line/window?method=m5", nil, "query.invalid"),
                .call("column", .get, "/v1/datasets/line/window?columns=w", nil, "query.invalid"),
                .call("column twice", .get, "/v1/datasets/line/window?columns=v,v", nil, "query.invalid"),
                .call("no column", .get, "/v1/datasets/line/window?columns=", nil, "query.invalid"),
                .call("zone", .get, "/v1/datasets/line/window?timeZone=Mars", nil, "query.invalid"),
            ])
        }
    }

    @Test func `content types`() async throws {
        try await Self.withSession { session in
            let types: [String?] = [
                nil, "", "text/plain", "text/json", "application/jsonx", "application/json; charset=utf-16", "text/csv",
            ]
            try await session.refuses(
                types.map { type in
                    BadRequest(
                        what: type ?? "none", method: .post, path: "~/events", body: Self.tick, type: type,
                        code: "content-type.unsupported", pointer: nil)
                } + [
                    .call(
                        "packed", .post, "~/events", Self.tick, "content-type.unsupported",
                        headers: [.contentEncoding: "gzip"])
                ])
            for type in ["Application/JSON", "application/json;charset=UTF-8", "application/json ; charset=\"utf-8\""] {
                let answer = try await session.service.send(
                    .post, "\(session.surface)/events", Self.tick, type: type)
                #expect(answer.status == 200, "\(type): \(answer.text)")
            }
        }
    }

    @Test func `another method is answered with the methods of the route`() async throws {
        try await Self.withSession { session in
            let calls: [(HTTPRequest.Method, String, String)] = [
                (.put, "/v1/sessions", "GET, HEAD, POST"), (.post, session.path, "GET, HEAD, PATCH, DELETE"),
                (.put, session.surface, "GET, HEAD, PATCH, DELETE"), (.get, "\(session.surface)/events", "POST"),
                (.delete, "\(session.surface)/commands", "POST"), (.get, "\(session.surface)/axes/x", "PATCH"),
                (.post, "\(session.surface)/modifiers/cursor", "PUT, PATCH, DELETE"),
                (.post, "/v1/datasets", "GET, HEAD"), (.post, "/v1/datasets/line", "GET, HEAD, PUT, PATCH, DELETE"),
                (.put, "/v1/datasets/line/rows", "GET, HEAD, POST, DELETE"),
                (.put, "/v1/datasets/line/window", "GET, HEAD"),
            ]
            for (method, path, allow) in calls {
                let answer = try await session.service.send(method, path, "{}")
                answer.isProblem("method.not-allowed", "\(method) \(path): \(answer.text)")
                #expect(
                    answer.status == 405 && Set(Self.words(answer.headers[.allow])) == Set(Self.words(allow)), "\(path)"
                )
            }
        }
    }

    private static func words(_ list: String?) -> [String] {
        (list ?? "").replacing(" ", with: "").split(separator: ",").map { String($0) }
    }

    @Test func `a missing resource is 404, an ended session 410`() async throws {
        try await Self.withSession { session in
            let root = "/v1/sessions/no-such-session"
            var missing: [BadRequest] = []
            for (method, path, body) in Self.mutations {
                let path = path.replacing("~", with: "/surfaces/main")
                missing.append(.call("\(method) \(path)", method, root + path, body, "session.unknown"))
                guard path.hasPrefix("/surfaces/main") else { continue }
                missing.append(
                    .call("\(method) \(path)", method, path.replacing("main", with: "other"), body, "surface.unknown"))
            }
            try await session.refuses(
                missing + [
                    .call("read", .get, root, nil, "session.unknown"),
                    .call("read a surface", .get, "/surfaces/other", nil, "surface.unknown"),
                    .call("axis", .patch, "~/axes/z", #"{"visibleRange":[1,2]}"#, "axis.unknown"),
                    .call("modifier", .patch, "~/modifiers/z", "{}", "modifier.unknown"),
                    .call("modifier", .delete, "~/modifiers/z", nil, "modifier.unknown"),
                    .call("dataset", .get, "/v1/datasets/z", nil, "dataset.unknown"),
                    .call("dataset", .delete, "/v1/datasets/z", nil, "dataset.unknown"),
                    .call("window", .get, "/v1/datasets/z/window", nil, "dataset.unknown"),
                    .call("rows", .post, "/v1/datasets/z/rows", "{}", "dataset.unknown"),
                    .call("route", .get, "/v1/nothing", nil, "route.unknown"),
                    .call("escaped slash", .get, "/v1/datasets/a%2Fb", nil, "dataset.unknown"),
                    .call("upwards", .get, "/v1/datasets/..%2f..%2fetc", nil, "dataset.unknown"),
                    .call("null byte", .get, "/v1/datasets/a%00", nil, "dataset.unknown"),
                ])
            #expect(try await session.service.send(.delete, session.path).status == 204)
            for (method, path, body) in Self.mutations + [(.get, "", nil), (.get, "~", nil)] {
                let answer = try await session.service.send(
                    method, session.path + path.replacing("~", with: "/surfaces/main"), body)
                answer.isProblem("session.gone", "\(method) \(path): \(answer.text)")
                #expect(answer.status == 410)
            }
        }
    }

    @Test func `a viewer can read and cannot change anything`() async throws {
        try await Self.withSession { session in
            let viewer = try session.headers(token: "viewerToken")
            try await session.refuses(
                Self.mutations.map { method, path, body in
                    .call("\(method) \(path)", method, path, body, "auth.viewer-cannot-drive", headers: viewer)
                })
            for path in [session.path, session.surface] {
                #expect(try await session.service.send(.get, path, headers: viewer).status == 200)
            }
        }
    }

    @Test func `unknown tokens are refused even where no token is required`() async throws {
        try await Self.withSession { session in
            let fields = ["Bearer nonsense", "Bearer", "Basic YTpi", "Bearer a b", ""]
            try await session.refuses(
                fields.flatMap { field in
                    (Self.mutations + [(.get, "", nil), (.get, "~", nil)]).map { method, path, body in
                        .call(field, method, path, body, "auth.token-unknown", headers: [.authorization: field])
                    }
                })
        }
    }

    @Test func `with auth mode token every call on a session needs one`() async throws {
        try await Self.withSession(["auth.mode": "token"]) { session in
            let driver = try session.headers(token: "driverToken")
            let before = try await session.service.send(.get, session.path, headers: driver)
            #expect(before.status == 200)
            for (method, path, body) in Self.mutations + [(.get, "", nil), (.get, "~", nil)] {
                let answer = try await session.service.send(
                    method, session.path + path.replacing("~", with: "/surfaces/main"), body)
                answer.isProblem("auth.token-missing", "\(method) \(path): \(answer.text)")
                #expect(answer.status == 401 && answer.headers[.wwwAuthenticate] == "Bearer")
            }
            let other = try await session.service.open()
            let foreign = try await session.service.send(
                .get, session.path, headers: try other.headers(token: "driverToken"))
            foreign.isProblem("auth.token-unknown")
            let after = try await session.service.send(.get, session.path, headers: driver)
            #expect(after.settledText == before.settledText)
        }
    }

    @Test func `stale entity tags`() async throws {
        try await Self.withSession { session in
            let stale: HTTPFields = [.ifMatch: "\"99-99\""]
            let onSurface = Self.mutations.filter { $0.path.hasPrefix("~") }
            try await session.refuses(
                onSurface.map { method, path, body in
                    .call("\(method) \(path)", method, path, body, "precondition.failed", headers: stale)
                } + [
                    .call(
                        "modifier exists", .put, "~/modifiers/cursor", #"{"type":"cursor"}"#, "precondition.failed",
                        headers: [.ifNoneMatch: "*"]),
                    BadRequest(
                        what: "dataset exists", method: .put, path: "/v1/datasets/line", body: "a,b\n1,2\n",
                        type: "text/csv", headers: [.ifNoneMatch: "*"], code: "precondition.failed", pointer: nil),
                ])
            let current = try #require(try await session.service.send(.get, session.surface).headers[.eTag])
            let answer = try await session.service.send(
                .post, "\(session.surface)/events", Self.tick, headers: [.ifMatch: "\"0-0\", \(current)"])
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.headers[.eTag] != current)
        }
    }
}
