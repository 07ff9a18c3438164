/// A SplitMix64 generator: the same seed gives the same cases on every machine.
struct SeededCases: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    mutating func integer(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    mutating func isTrue(oneIn count: Int = 2) -> Bool { integer(in: 1...count) == 1 }

    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[integer(in: 0...(elements.count - 1))]
    }
}
