/// The last numbered batch of each client of a session, with the answer that it got.
///
/// The 64 clients heard last are remembered.
struct ClientSequences: Sendable {
    static let capacity = 64

    struct Entry: Sendable {
        var client: String
        var sequence: Int
        var digest: BatchDigest
        var answer: [UInt8]
    }

    private var entries: [Entry] = []

    /// Whether a batch is the next one or the last one again.
    ///
    /// - Parameters:
    ///   - number: The client's name and the batch's number.
    ///   - digest: What identifies the batch.
    /// - Returns: The answer that the same batch got before; `nil` for a new one.
    /// - Throws: ``SessionError`` for a gap, a stale number or a reused one.
    func check(_ number: BatchNumber, digest: BatchDigest) throws(SessionError) -> [UInt8]? {
        guard let last = entries.last(where: { $0.client == number.client }) else {
            guard number.sequence == 1 else { throw .sequenceGap(expected: 1) }
            return nil
        }
        if number.sequence == last.sequence + 1 { return nil }
        if number.sequence > last.sequence { throw .sequenceGap(expected: last.sequence + 1) }
        if number.sequence < last.sequence { throw .sequenceStale(expected: last.sequence + 1) }
        guard digest == last.digest else { throw .sequenceReused }
        return last.answer
    }

    /// Keeps the answer to a batch.
    mutating func note(_ number: BatchNumber, digest: BatchDigest, answer: [UInt8]) {
        entries.removeAll { $0.client == number.client }
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append(
            Entry(client: number.client, sequence: number.sequence, digest: digest, answer: answer))
    }
}
