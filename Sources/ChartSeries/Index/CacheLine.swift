import CPrefetch

/// The unit in which memory comes near.
enum CacheLine {
    /// How many bytes it has.
    static let byteCount: UInt = 64

    /// Asks for the lines from an address on, without waiting for them; nothing need lie there.
    @inline(__always)
    static func prefetch(from address: UInt, count: UInt) {
        for line in 0..<count { unsafe prefetch_line(UnsafeRawPointer(bitPattern: address &+ byteCount &* line)) }
    }
}
