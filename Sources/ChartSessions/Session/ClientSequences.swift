import ChartSeries

/// The last numbered batches of each client of a session, with their answers.
///
/// It keeps the latest 64 clients, of each the hashes of its last 64 batches and the encoded answer to the last one, of all
/// answers up to 1 MiB. Older answers would leave the caches of the processor at each batch.
struct ClientSequences: Sendable {
    static let capacity = 64
    static let answerBytes = 1_048_576
    /// How many batches of a client may come again.
    static let repeatable = 64

    struct Entry: Sendable {
        var client: ExactName
        /// The number of the last batch.
        var sequence: Int
        /// The digests of the last batches, at least one.
        var digests: RecentDigests
        /// The answer to the last batch; `nil` where it was dropped.
        var answer: KeptAnswer?

        /// What is kept of the batch that came `back` batches before the last one; `nil` where nothing is.
        func batch(_ back: Int) -> (digest: BatchDigest, answer: KeptAnswer?)? {
            digests.digest(back).map { ($0, back == 0 ? answer : nil) }
        }
    }

    /// The status of a batch.
    enum Status {
        /// The client's next batch.
        case isNext
        /// One of the client's last batches again, with the answer if it is kept.
        case wasAccepted(answer: KeptAnswer?)
    }

    var entries: [Entry] = []

    /// The number of the next batch of a client.
    func next(of client: ExactName) -> Int { (entries.last { $0.client == client }?.sequence ?? 0) + 1 }

    /// The last batch, where these sequences follow others by it alone; `nil` where they do not.
    func last(after others: ClientSequences) -> BatchNumber? {
        guard let last = entries.last, others.next(of: last.client) == last.sequence else { return nil }
        return BatchNumber(client: last.client.text, sequence: last.sequence)
    }

    /// Checks whether a batch is the next one, or one of the last ones again.
    ///
    /// - Parameters:
    ///   - number: The client's name and the batch's number.
    ///   - digest: The digest of the batch.
    /// - Returns: The status of the batch.
    /// - Throws: ``SessionError`` for a gap, or a stale or reused number.
    func check(_ number: BatchNumber, digest: BatchDigest) throws(SessionError) -> Status {
        let next = next(of: number.client)
        if number.sequence == next { return .isNext }
        if number.sequence > next { throw .sequenceGap(expected: next) }
        let back = next - 1 - number.sequence
        guard let kept = entries.last(where: { $0.client == number.client })?.batch(back), digest == kept.digest else {
            throw back == 0 ? .sequenceReused : .sequenceStale(expected: next)
        }
        return .wasAccepted(answer: kept.answer)
    }

    /// Keeps the answer to a batch.
    mutating func note(_ number: BatchNumber, digest: BatchDigest, answer: KeptAnswer) {
        let index = entries.firstIndex { $0.client == number.client }
        var entry =
            index.map { entries.remove(at: $0) }
            ?? Entry(client: number.client, sequence: 0, digests: RecentDigests())
        if entries.count == Self.capacity { entries.removeFirst() }
        entry.sequence = number.sequence
        entry.digests.append(digest)
        entry.answer = nil
        entries.append(entry)
        // Each batch looks at all answers: a key path would take longer than the batch.
        dropAnswers { $0.writtenLength }
        entries[entries.count - 1].answer = answer
    }

    /// Drops the answers beyond the limit, those of the clients that were silent for longest.
    ///
    /// - Parameter count: The bytes of an answer.
    mutating func dropAnswers(counting count: (KeptAnswer) -> Int) {
        var room = Self.answerBytes
        for index in entries.indices.reversed() {
            if let answer = entries[index].answer { room -= count(answer) }
            if room < 0 { entries[index].answer = nil }
        }
    }
}
