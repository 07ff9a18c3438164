/// The recognizers whose gestures a move has changed.
package struct ChangedGestures: Sendable {
    /// Those of other kinds than pinches.
    package private(set) var others = RecognizerPositions()
    /// Those of pinches.
    package private(set) var pinches = RecognizerPositions()

    /// All of them.
    var positions: RecognizerPositions { others.union(pinches) }

    /// How many there are.
    var count: Int { positions.count }

    @inline(__always)
    mutating func insert(_ position: Int, kind: GestureKind) {
        if kind == .pinch { pinches.insert(position) } else { others.insert(position) }
    }
}

/// Some of the first 64 recognizers of an arena, in their order.
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

    /// Takes the first one out.
    package mutating func next() -> Int? {
        guard bits != 0 else { return nil }
        defer { bits &= bits &- 1 }
        return bits.trailingZeroBitCount
    }
}
