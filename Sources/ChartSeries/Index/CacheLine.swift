import CPrefetch

/// The unit in which the processor loads memory into its cache.
enum CacheLine {
    /// The size in bytes.
    static let byteCount: UInt = 64

    /// Prefetches lines from an address on, without waiting; the address need not be valid.
    @inline(__always)
    static func prefetch(from address: UInt, count: UInt) {
        for line in 0..<count { unsafe prefetch_line(UnsafeRawPointer(bitPattern: address &+ byteCount &* line)) }
    }
}
