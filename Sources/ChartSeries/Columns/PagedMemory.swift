/// Memory that the system loads from disk when it is read, such as a mapped file.
public protocol PagedMemory: Sendable {
    /// Whether a read of a byte would wait for the disk.
    ///
    /// - Parameter address: The address of the byte, which lies in this memory.
    /// - Returns: Whether the byte is only on disk.
    func isAway(_ address: UInt) -> Bool

    /// Whether no read of some bytes would wait for the disk.
    ///
    /// - Parameter addresses: The addresses of the bytes, which lie in this memory.
    /// - Returns: Whether all bytes are in memory.
    /// - Complexity: O(pages), up to the first that is only on disk.
    func isNear(_ addresses: Range<UInt>) -> Bool

    /// Asks the system to load bytes, without waiting for them.
    ///
    /// - Parameter addresses: The addresses of the bytes; those outside this memory are ignored.
    func bring(_ addresses: Range<UInt>)
}

extension PagedMemory {
    /// Whether some of many parts are only on disk, judged by a sample of at most eight.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - part: Returns the addresses of a part.
    /// - Returns: Whether the first byte of a sampled part is only on disk.
    func isAway(someOf count: Int, _ part: (Int) -> Range<UInt>) -> Bool {
        let looks = min(count, 8)
        return (0..<looks).contains { isAway(part(($0 * 2 + 1) * count / (2 * looks)).lowerBound) }
    }

    /// Asks the system to load many parts at once, and merges parts that lie close together into one request.
    ///
    /// Without this, each read would wait for the disk, and the system would read ahead around each part.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - part: Returns the addresses of a part, ascending.
    func bring(parts count: Int, _ part: (Int) -> Range<UInt>) {
        guard count > 0 else { return }
        // The disk reads about this many bytes in the time that one more request takes.
        let closeness: UInt = 1 << 15
        var together = part(0)
        for next in (1..<count).lazy.map(part) {
            if next.lowerBound <= together.upperBound &+ closeness {
                together = together.lowerBound..<max(together.upperBound, next.upperBound)
            } else {
                bring(together)
                together = next
            }
        }
        bring(together)
    }
}
