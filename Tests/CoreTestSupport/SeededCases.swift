import Foundation

/// A SplitMix64 random generator; the same seed gives the same cases on every machine.
package struct SeededCases: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator from a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random number in a range.
    package mutating func number(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    /// A random whole number in a range.
    package mutating func integer(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// True in one of `count` cases on average.
    package mutating func isTrue(oneIn count: Int = 2) -> Bool { integer(in: 1...count) == 1 }

    /// A random element of a list.
    package mutating func element<Element>(of elements: [Element]) -> Element {
        elements[integer(in: 0...(elements.count - 1))]
    }
}

private let divisor = ProcessInfo.processInfo.environment["LAWS"] == "short" ? 10 : 1

/// The seeds that a law tries: all of them, or the first tenth where the variable `LAWS` is `short`, as in `make core`.
package func seeds<Number: FixedWidthInteger>(_ count: Number) -> Range<Number> where Number.Stride: SignedInteger {
    0..<Swift.max(1, count / Number(divisor))
}

/// The part of a count over all seeds that a law expects of the seeds it tries.
package func amongSeeds(_ count: Int) -> Int { count / divisor }
