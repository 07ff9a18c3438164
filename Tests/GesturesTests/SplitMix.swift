/// A small random generator with a seed, so that a failure can be reproduced.
struct SplitMix {
    var state: UInt64

    /// A number from 0 up to but not including `bound`.
    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    /// One of some elements.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[next(elements.count)] }
}
