import ChartSessions
import Synchronization

/// The query where the log of a session ends, once all changes in front of it are settled.
///
/// The writer answers, or the task that asks is cancelled, whichever comes first.
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

    /// Whether the log of the session is wanted, and so has to be whole.
    let needsLog: Bool

    init(about session: String, needsLog: Bool = true) {
        self.session = session
        self.needsLog = needsLog
    }

    /// Gives the answer; all but the first are dropped.
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
