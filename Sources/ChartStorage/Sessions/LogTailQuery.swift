import ChartSessions
import Synchronization

/// A query for the tail of a session's log, after all earlier changes.
///
/// The writer answers, or the asking task is cancelled, whichever comes first.
final class LogTailQuery: Sendable {
    typealias Answer = Result<LogTail?, SessionStoreError>

    private enum State {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case answered(Answer)
    }

    /// The session's name.
    let session: String
    private let state = Mutex(State.open)

    /// Whether the caller reads the log, so that a log with lost changes is an error.
    let needsLog: Bool

    init(about session: String, needsLog: Bool = true) {
        self.session = session
        self.needsLog = needsLog
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
    func wait() async throws(SessionStoreError) -> LogTail? {
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
