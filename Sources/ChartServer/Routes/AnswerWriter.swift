import ChartSeries
import ChartSessions
import ChartWire

/// Writes answers at once where they are short and there is room for them, else in a task.
final class AnswerWriter: Sendable {
    /// Bounds the bytes of large answers in memory.
    let largeAnswers: LargeAnswers
    /// Whether long answers are compressed, which takes an event loop some milliseconds for each 64 KiB.
    private let compresses: Bool

    init(largeAnswers: LargeAnswers, compresses: Bool) {
        (self.largeAnswers, self.compresses) = (largeAnswers, compresses)
    }

    /// Writes what a client has asked to see: at once where that is short, else in a task, which gives long work up when
    /// the client's connection closes.
    ///
    /// - Parameters:
    ///   - draft: What the client sees.
    ///   - request: The request.
    ///   - answer: Makes the answer of the body.
    /// - Returns: The reply.
    func write(
        _ draft: AnswerDraft, to request: RouteRequest, _ answer: @escaping @Sendable ([UInt8]) -> Answer
    ) -> Reply {
        makeReply(of: draft.expectedBytes, effort: draft.effort, to: request) { answer(try draft.writeWithinLimit()) }
    }

    /// Makes an answer: at once where that is short and there is room for it, else in a task, which gives it up when the
    /// client's connection closes.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes the answer may have.
    ///   - effort: The effort of making it.
    ///   - request: The request.
    ///   - make: Makes the answer.
    /// - Returns: The reply.
    func makeReply(
        of bytes: Int, effort: WindowEffort, to request: RouteRequest, _ make: @escaping @Sendable () throws -> Answer
    ) -> Reply {
        if effort <= .short, let room = takeRoom(of: bytes, for: request) {
            return .afterReads { .now(try make().keeping(room)) }
        }
        return .work { [largeAnswers, client = request.clientAddress.key] task in
            .now(try await task.answer(of: bytes, to: client, in: largeAnswers, isLong: effort == .long, make))
        }
    }

    /// Takes room for an answer of the event loop; nil when there is too little, or a task has to send it in pieces.
    func takeRoom(of bytes: Int, for request: RouteRequest) -> LargeAnswers.Room? {
        guard !compresses || bytes <= LargeAnswers.leastBytes else { return nil }
        // The address is looked up for large answers alone.
        return largeAnswers.freeRoom(of: bytes, for: bytes > LargeAnswers.leastBytes ? request.clientAddress.key : "")
    }
}
