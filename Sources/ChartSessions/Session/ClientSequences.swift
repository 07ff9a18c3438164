import ChartSeries

/// The last numbered batch of each client of a session, with its answer.
///
/// It keeps the latest 64 clients, and the latest encoded answers up to 1 MiB.
struct ClientSequences: Sendable {
    static let capacity = 64
    static let answerBytes = 1_048_576

    struct Entry: Sendable {
        var client: ExactName
        var sequence: Int
        var digest: BatchDigest
        /// The answer; `nil` if it was dropped.
        var answer: KeptAnswer?
    }

    /// The status of a batch.
    enum Status {
        /// The client's next batch.
        case isNext
        /// The client's last batch again, with the answer if it is kept.
        case wasAccepted(answer: KeptAnswer?)
    }

    var entries: [Entry] = []

    /// Checks whether a batch is the next one, or the last one again.
    ///
    /// - Parameters:
    ///   - number: The client's name and the batch's number.
    ///   - digest: The digest of the batch.
    /// - Returns: The status of the batch.
    /// - Throws: ``SessionError`` for a gap, or a stale or reused number.
    func check(_ number: BatchNumber, digest: BatchDigest) throws(SessionError) -> Status {
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

    /// Drops the answers beyond the limit, oldest first.
    ///
    /// - Parameter count: The bytes of an answer; `nil` counts as none.
    mutating func dropAnswers(counting count: (KeptAnswer) -> Int?) {
        var room = Self.answerBytes
        for index in entries.indices.reversed() {
            room -= entries[index].answer.flatMap(count) ?? 0
            if room < 0 { entries[index].answer = nil }
        }
    }
}
