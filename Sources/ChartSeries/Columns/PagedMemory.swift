/// Memory that the system brings from a disk once somebody reads it, such as a mapped file.
public protocol PagedMemory: Sendable {
    /// Whether whoever reads a byte now would wait for the disk.
    ///
    /// - Parameter address: The address of the byte, which lies in this memory.
    /// - Returns: Whether it lies on the disk alone.
    func isAway(_ address: UInt) -> Bool

    /// Asks for bytes without waiting for them.
    ///
    /// - Parameter addresses: The addresses of the bytes; what does not lie in this memory is left out.
    func bring(_ addresses: Range<UInt>)
}

extension PagedMemory {
    /// Whether some of sparse parts are away, as far as a look at a few of them tells.
    ///
    /// - Parameters:
    ///   - count: How many parts there are.
    ///   - part: The addresses of each.
    /// - Returns: Whether one of those few is away.
    func isAway(someOf count: Int, _ part: (Int) -> Range<UInt>) -> Bool {
        let looks = min(count, 8)
        return (0..<looks).contains { isAway(part(($0 * 2 + 1) * count / (2 * looks)).lowerBound) }
    }

    /// Asks for sparse parts all at once; those that lie close together as one.
    ///
    /// Whoever reads one after the other would wait for each, and the system would read much around the first of them.
    ///
    /// - Parameters:
    ///   - count: How many parts there are.
    ///   - part: The addresses of each, ascending.
    func bring(parts count: Int, _ part: (Int) -> Range<UInt>) {
        guard count > 0 else { return }
        // As many bytes pass in the time that one more request takes.
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
