import ChartDatasets
import ChartStores

@testable import ChartSessions

/// The laws of a history. They know the requests, what the clients were told, and the log.
extension Simulation {
    /// Checks the whole history against the log.
    ///
    /// - Throws: ``SimulationViolation``.
    func checkHistory() throws {
        let states = try replayedStates()
        try checkLines()
        for (revision, stateHash) in viewer.hashes where states[revision].stateHash != stateHash {
            throw SimulationViolation("the viewer got a state of \(revision) that a replay does not have")
        }
        for operation in operations {
            for attempt in operation.attempts { try check(attempt, of: operation, states) }
        }
    }

    /// The states of a replay, by revision.
    private func replayedStates() throws(SimulationViolation) -> [Session] {
        let start = SimulatedFormat.session
        do throws(SessionReplayError) {
            let catalog = LocalDatasetCatalog(["users": SampleSession.table])
            return [start]
                + (try SimulatedFormat().apply(database.log, to: start, head: [], catalog: catalog).map(\.session))
        } catch {
            throw SimulationViolation("the log cannot be replayed: \(error)")
        }
    }

    /// Each line is of a request, of one request only, and not of one that was refused.
    private func checkLines() throws(SimulationViolation) {
        var lines: [String: Int] = [:]
        for entry in database.log {
            let words = String(decoding: entry.line, as: UTF8.self)
            guard words != "cancel" else { continue }
            if let other = lines.updateValue(entry.revision, forKey: words) {
                throw SimulationViolation("revisions \(other) and \(entry.revision) are both \(words)")
            }
        }
        for operation in operations where operation.request.isChange {
            let line = lines.removeValue(forKey: operation.request.words)
            for attempt in operation.attempts {
                guard case .told(let answer?) = attempt.outcome else { continue }
                guard line == answer.revision else {
                    throw SimulationViolation(
                        "\(operation.request.words) was told as revision \(answer.revision), and the log has it as "
                            + "\(line.map(String.init) ?? "none")")
                }
            }
            let isTold = operation.attempts.contains { if case .told = $0.outcome { true } else { false } }
            if let line, !isTold, !operation.isOpen {
                throw SimulationViolation("revision \(line) is \(operation.request.words), which was refused")
            }
        }
        if let line = lines.first { throw SimulationViolation("revision \(line.value) is of no request: \(line.key)") }
    }

    private func check(
        _ attempt: SimulatedOperation.Attempt, of operation: SimulatedOperation, _ states: [Session]
    ) throws(SimulationViolation) {
        let name = "\(operation.request.words), tried at node \(attempt.node),"
        switch attempt.outcome {
        case .told(let answer):
            guard !attempt.followsEnd || operation.request.kind == .end else {
                throw SimulationViolation("\(name) succeeded after the end of the session was told")
            }
            guard let answer else {
                guard attempt.hasEnded else { throw SimulationViolation("\(name) was told an end that is not stored") }
                return
            }
            try check(answer, in: attempt, of: operation, states, name)
        case .refused(let error):
            guard isJustified(error, in: attempt, of: operation.request, states) else {
                throw SimulationViolation("\(name) was refused with \(error), which no state explains")
            }
        case .unknown, nil: break
        }
    }

    private func check(
        _ answer: SimulatedAnswer, in attempt: SimulatedOperation.Attempt, of operation: SimulatedOperation,
        _ states: [Session], _ name: String
    ) throws(SimulationViolation) {
        guard answer.revision <= attempt.head else {
            throw SimulationViolation("\(name) was told revision \(answer.revision), which was not committed")
        }
        let isChange = operation.request.isChange
        let floor = isChange ? operation.attempts[0].floor + 1 : attempt.floor
        guard answer.revision >= floor else {
            throw SimulationViolation(
                "\(name) was told revision \(answer.revision), and what was told before asks for \(floor)")
        }
        guard answer.stateHash == states[answer.revision].stateHash else {
            throw SimulationViolation("\(name) was told a state of \(answer.revision) that a replay does not have")
        }
        guard case .command(_, let tag?) = operation.request.kind else { return }
        guard states[answer.revision - 1].surface("main")?.entityTag == tag else {
            throw SimulationViolation("\(name) matched \(tag), which the surface before did not have")
        }
    }

    /// Whether a state that the node may have judged explains a refusal.
    private func isJustified(
        _ refusal: SessionError, in attempt: SimulatedOperation.Attempt, of request: SimulatedRequest,
        _ states: [Session]
    ) -> Bool {
        switch refusal {
        case .gone: return attempt.hasEnded
        case .store(.damaged), .store(.damagedSession): return false
        case .store: return true
        default:
            guard request.isChange, attempt.floor <= attempt.head else { return false }
            return (attempt.floor...attempt.head).contains { revision in
                var session = states[revision]
                do {
                    _ = try request.apply(to: &session, now: 0)
                    return false
                } catch {
                    return error as? SessionError == refusal
                }
            }
        }
    }
}
