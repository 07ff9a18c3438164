/// The last numbered batch of each client of a session, with the answer that it got.
///
/// The 64 clients heard last are remembered, and of their written answers the newest that fit into a megabyte.
struct ClientSequences: Sendable {
    static let capacity = 64
    static let answerBytes = 1_048_576

    struct Entry: Sendable {
        var client: String
        var sequence: Int
        var digest: BatchDigest
        /// The answer, as long as there is room for it.
        var answer: KeptAnswer?
    }

    /// What became of a batch before.
    enum Standing {
        /// It is the client's next one.
        case isNext
        /// It was accepted before, with this answer if that is kept still.
        case wasAccepted(answer: KeptAnswer?)
    }

    var entries: [Entry] = []

    /// Whether a batch is the next one or the last one again.
    ///
    /// - Parameters:
    ///   - number: The client's name and the batch's number.
    ///   - digest: What identifies the batch.
    /// - Returns: What became of it before.
    /// - Throws: ``SessionError`` for a gap, a stale number or a reused one.
    func check(_ number: BatchNumber, digest: BatchDigest) throws(SessionError) -> Standing {
        guard let last = entries.last(where: { $0.client == number.client }) else {
            guard number.sequence == 1 else { throw .sequenceGap(expected: 1) }
            return .isNext
        }
        if number.sequence == last.sequence + 1 { return .isNext }
        if number.sequence > last.sequence { throw .sequenceGap(expected: last.sequence + 1) }
        if number.sequence < last.sequence { throw .sequenceStale(expected: last.sequence + 1) }
        guard digest == last.digest else { throw .sequenceReused }
        return .wasAccepted(answer: last.answer)
    }

    /// Keeps the answer to a batch.
    mutating func note(_ number: BatchNumber, digest: BatchDigest, answer: KeptAnswer) {
        entries.removeAll { $0.client == number.client }
        if entries.count == Self.capacity { entries.removeFirst() }
        dropAnswers(counting: \.written?.count)
        entries.append(Entry(client: number.client, sequence: number.sequence, digest: digest, answer: answer))
    }

    /// Drops the answers that do not fit, the oldest first.
    ///
    /// - Parameter count: The bytes of an answer; `nil` for one that cannot be told, and takes no room.
    mutating func dropAnswers(counting count: (KeptAnswer) -> Int?) {
        var room = Self.answerBytes
        for index in entries.indices.reversed() {
            room -= entries[index].answer.flatMap(count) ?? 0
            if room < 0 { entries[index].answer = nil }
        }
    }
}
