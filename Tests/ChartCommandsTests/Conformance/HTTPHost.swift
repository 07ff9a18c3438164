import HTTPTypes

@testable import SessionTestSupport

/// The service over HTTP.
struct HTTPHost: ConformanceHost {
    let service: Service
    private var session = ""

    init(service: Service) {
        self.service = service
    }

    mutating func put(_ csv: String, as name: String) async throws -> HostAnswer {
        try await call(.put, "/v1/datasets/\(name)", csv, type: "text/csv")
    }

    mutating func open(_ body: String) async throws -> HostAnswer {
        let answer = try await call(.post, "/v1/sessions", body)
        session = answer.string("id") ?? ""
        return answer
    }

    mutating func post(_ batch: String, surface: String) async throws -> HostAnswer {
        try await call(.post, "\(path(surface))/events?window=full", batch)
    }

    mutating func command(_ body: String, surface: String) async throws -> HostAnswer {
        try await call(.post, "\(path(surface))/commands?window=full", body)
    }

    mutating func patch(axis: String, surface: String, _ body: String) async throws -> HostAnswer {
        try await call(.patch, "\(path(surface))/axes/\(axis)?window=full", body)
    }

    mutating func patch(surface: String, _ body: String) async throws -> HostAnswer {
        try await call(.patch, "\(path(surface))?window=full", body)
    }

    mutating func patch(modifier: String, surface: String, _ body: String) async throws -> HostAnswer {
        try await call(.patch, "\(path(surface))/modifiers/\(modifier)?window=full", body)
    }

    mutating func patchSession(_ body: String) async throws -> HostAnswer {
        try await call(.patch, "/v1/sessions/\(session)?window=full", body)
    }

    mutating func append(_ csv: String, to name: String) async throws -> HostAnswer {
        try await call(.post, "/v1/datasets/\(name)/rows", csv, type: "text/csv")
    }

    mutating func state() async throws -> HostAnswer { try await call(.get, "/v1/sessions/\(session)", nil) }

    private func path(_ surface: String) -> String { "/v1/sessions/\(session)/surfaces/\(surface)" }

    private func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, type: String = "application/json"
    ) async throws -> HostAnswer {
        let reply = try await service.send(method, path, body, type: type)
        return try HostAnswer(Array(reply.text.utf8), status: reply.status)
    }
}

extension ConformanceCase {
    /// Checks the service against the case, over HTTP.
    func checkOverHTTP() async throws {
        try await Service.run(["demo.enabled": "false"]) { service in
            var host = HTTPHost(service: service)
            try await check(against: &host, note: "over HTTP")
        }
    }
}
