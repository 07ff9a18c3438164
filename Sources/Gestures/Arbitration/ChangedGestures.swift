/// The recognizers whose gestures a move has changed.
package struct ChangedGestures: Sendable {
    /// The recognizers of other kinds than pinches.
    package private(set) var others = RecognizerPositions()
    /// The recognizers of pinches.
    package private(set) var pinches = RecognizerPositions()

    /// All the recognizers.
    var positions: RecognizerPositions { others.union(pinches) }

    /// The number of recognizers.
    var count: Int { positions.count }

    @inline(__always)
    mutating func insert(_ position: Int, kind: GestureKind) {
        if kind == .pinch { pinches.insert(position) } else { others.insert(position) }
    }
}

/// A set of the first 64 recognizers of an arena, iterated in their order.
package struct RecognizerPositions: Sendable, IteratorProtocol {
    private var bits: UInt64 = 0

    var count: Int { bits.nonzeroBitCount }

    @inline(__always)
    mutating func insert(_ position: Int) { bits |= 1 &<< UInt64(position) }

    @inline(__always)
    func union(_ other: RecognizerPositions) -> RecognizerPositions {
        var union = self
        union.bits |= other.bits
        return union
    }

    /// Removes and returns the first position.
    package mutating func next() -> Int? {
        guard bits != 0 else { return nil }
        defer { bits &= bits &- 1 }
        return bits.trailingZeroBitCount
    }
}
