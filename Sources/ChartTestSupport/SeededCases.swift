/// A SplitMix64 generator: the same seed gives the same cases on every machine.
public struct SeededCases: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates the generator of a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of a range.
    public mutating func number(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    /// A whole number of a range.
    public mutating func integer(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// True once in so many cases.
    public mutating func isTrue(oneIn count: Int = 2) -> Bool { integer(in: 1...count) == 1 }

    /// One of some elements.
    public mutating func element<Element>(of elements: [Element]) -> Element {
        elements[integer(in: 0...(elements.count - 1))]
    }
}
