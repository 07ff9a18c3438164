import ChartEngine
import Synchronization
import Testing

@testable import ChartSessions

/// Bodies and sessions without HTTP.
struct EngineHost: ConformanceHost {
    private let host: SessionHost
    private var session = ""
    /// How the host writes the numbers of a body that it is given; `nil` as they are.
    private let numbers: NumberTexts?
    private let checks = RestoreChecks()

    /// Creates a host that may write other texts for equal numbers, and then compares the session with its restore
    /// after each change.
    init(numbers: NumberTexts? = nil) {
        self.numbers = numbers
        host = SessionHost(observer: SessionObserver(restored: { [checks] in checks.note($0) }))
    }

    mutating func put(_ csv: String, as name: String) async throws -> HostAnswer {
        try await host.put(csv, as: name)
    }

    mutating func append(_ csv: String, to name: String) async throws -> HostAnswer {
        try await host.append(csv, to: name)
    }

    mutating func open(_ text: String) async throws -> HostAnswer {
        let answer = try await host.create(numbers?.rewritten(text) ?? text)
        session = answer.string("id") ?? ""
        return answer
    }

    mutating func state() async throws -> HostAnswer { try await host.state(of: session) }

    mutating func post(_ batch: String, surface: String) async throws -> HostAnswer {
        try await change(.postEvents, surface, body: batch)
    }

    mutating func command(_ body: String, surface: String) async throws -> HostAnswer {
        try await change(.postCommand, surface, body: body)
    }

    mutating func patch(axis id: String, surface: String, _ body: String) async throws -> HostAnswer {
        try await change(.patchAxis, surface, item: id, body: body)
    }

    mutating func patch(surface: String, _ body: String) async throws -> HostAnswer {
        try await change(.patchSurface, surface, body: body)
    }

    mutating func patch(modifier id: String, surface: String, _ body: String) async throws -> HostAnswer {
        try await change(.patchModifier, surface, item: id, body: body)
    }

    mutating func patchSession(_ body: String) async throws -> HostAnswer {
        try await change(.patchSession, "", body: body)
    }

    private func change(
        _ operation: ChangeOperation, _ surface: String, item: String = "", body: String
    ) async throws -> HostAnswer {
        let body = numbers?.rewritten(body) ?? body
        let answer = try await host.change(
            operation, of: session, surface: surface, item: item, query: "window=full", body: body)
        guard numbers != nil, !answer.isProblem else { return answer }
        await host.registry.checkRestore()
        // A repeated batch changes nothing, so that there is nothing to compare.
        #expect(checks.take().allSatisfy { $0 == .same }, "\(body)")
        return answer
    }
}

/// Collects the results of comparisons with restores.
private final class RestoreChecks: Sendable {
    private let results = Mutex<[SessionObserver.RestoreCheck]>([])

    func note(_ result: SessionObserver.RestoreCheck) { results.withLock { $0.append(result) } }

    func take() -> [SessionObserver.RestoreCheck] {
        results.withLock { results in
            defer { results = [] }
            return results
        }
    }
}
