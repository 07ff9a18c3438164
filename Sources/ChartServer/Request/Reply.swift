import ChartSessions

/// What a route's handler answers with.
///
/// ``RequestHandler`` follows it on the event loop of the connection, and has a task do the ``work(_:)``.
///
/// The large cases are in boxes, because the steps hand a reply on.
enum Reply: Sendable {
    /// The answer.
    indirect case now(Answer)
    /// Goes on once the whole body was read; its type and length are checked first.
    case afterBody(@Sendable (_ body: [UInt8]) throws -> Reply)
    /// Goes on once the event loop has begun all requests that came together.
    case afterReads(@Sendable () throws -> Reply)
    /// The answer to a change, once the store has committed it.
    indirect case onCommit(AnswerOnCommit)
    /// Goes on with work that waits or takes long, which only a task may do.
    case work(@Sendable (RequestTask) async throws -> Reply)

    /// Goes on with work that holds its thread for long, on a thread beside those of the requests.
    static func longWork(_ work: @escaping @Sendable (RequestTask) async throws -> Reply) -> Reply {
        .work { task in
            try LongWork.checkRoom()
            return try await LongWork.run { try await work(task) }
        }
    }
}

/// The answer to a change that waits for its commit.
struct AnswerOnCommit: Sendable {
    /// The change.
    let pending: Pending<ChangeAnswer>
    /// Makes the answer; the change failed where the result is a failure.
    let answer: @Sendable (Result<ChangeAnswer, SessionError>) -> Result<Answer, any Error>
}
