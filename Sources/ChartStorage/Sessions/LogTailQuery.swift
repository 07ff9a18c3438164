import ChartStores
import Synchronization

/// A query for the tails of sessions' logs in the writer's memory, after all earlier changes.
///
/// A live session without an answer has its tail in the database, where the asking task reads it.
/// The writer answers, or the asking task is cancelled, whichever comes first.
final class LogTailQuery: Sendable {
    /// The tails of those sessions that have one in memory.
    typealias Answer = Result<[String: LogTail], SessionStoreError>

    private enum State {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case answered(Answer)
    }

    /// The sessions' names.
    let sessions: [String]
    private let state = Mutex(State.open)

    /// Whether the caller reads the log, so that a log with lost changes is an error.
    let needsLog: Bool

    /// Whether the writer reads missing tails from the database, and compares them with the file of log ends.
    let loads: Bool

    init(about sessions: [String], needsLog: Bool = true, loads: Bool = false) {
        self.sessions = sessions
        self.needsLog = needsLog
        self.loads = loads
    }

    /// Answers the query; only the first call counts.
    func answer(_ answer: Answer) {
        let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .answered(answer)
                return nil
            case .waiting(let continuation):
                state = .answered(answer)
                return continuation
            case .answered:
                return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// Waits for the answer; called once.
    func wait() async throws(SessionStoreError) -> [String: LogTail] {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Answer? = state.withLock { state in
                    if case .answered(let answer) = state { return answer }
                    state = .waiting(continuation)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            self.answer(.failure(.unheard))
        }
        return try answer.get()
    }
}
