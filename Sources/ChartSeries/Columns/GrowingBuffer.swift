import Synchronization

/// Memory that grows at its end while others read its beginning.
///
/// Elements that are written stay as they are, so whoever holds the buffer and a count that was published to them reads
/// the first elements without a lock. Only one holder may write at the end: the one whose count is the number of
/// elements written. Another, whose count is behind, must copy.
@safe public final class GrowingBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that nobody writes below a published count: `extend` claims the end with
    // one atomic exchange before it writes, and its result reaches readers through whatever publishes the new count.
    private let memory: UnsafeMutableBufferPointer<Element>
    private let written: Atomic<Int>
    private let owner: (any Sendable)?
    private let pages: (any PagedMemory)?

    /// Allocates memory for so many elements.
    public init(capacity: Int) {
        unsafe memory = .allocate(capacity: capacity)
        written = Atomic(0)
        owner = nil
        pages = nil
    }

    /// Lends memory that only its giver writes, such as a mapped file; nobody extends it through this buffer.
    ///
    /// - Parameters:
    ///   - memory: The memory; it must stay valid as long as `owner` lives, and what was published must stay as it is.
    ///   - owner: What keeps the memory valid, and gives it back when it is released; ``PagedMemory`` is asked for what
    ///     will be read.
    public init(lending memory: UnsafeBufferPointer<Element>, owner: any Sendable) {
        unsafe self.memory = unsafe UnsafeMutableBufferPointer(mutating: memory)
        written = Atomic(Int.max)
        self.owner = owner
        pages = owner as? any PagedMemory
    }

    deinit {
        if owner == nil { unsafe memory.deallocate() }
    }

    /// How many elements there is room for.
    public var capacity: Int { unsafe memory.count }

    /// Reads an element below a published count.
    @inline(__always)
    func element(at index: Int) -> Element { unsafe memory[index] }

    /// Asks for the cache line of an element, without waiting for it.
    @inline(__always)
    func prefetch(at index: Int) {
        let start = unsafe UInt(bitPattern: memory.baseAddress)
        CacheLine.prefetch(from: start &+ UInt(bitPattern: index &* MemoryLayout<Element>.stride), count: 1)
    }

    /// Whether elements may lie on a disk.
    var isPaged: Bool { pages != nil }

    /// Asks for elements that may lie on a disk, before they are read one after the other.
    ///
    /// - Parameters:
    ///   - places: The places of the elements, ascending.
    ///   - reach: How many elements before and behind each are meant as well.
    func bring(_ places: some RandomAccessCollection<Int>, reach: Int = 0) {
        guard let pages else { return }
        let (start, size) = (unsafe UInt(bitPattern: memory.baseAddress), MemoryLayout<Element>.stride)
        func addresses(_ number: Int) -> Range<UInt> {
            let place = places[places.index(places.startIndex, offsetBy: number)]
            return start + UInt(max(0, place - reach) * size)..<start + UInt((place + reach + 1) * size)
        }
        if pages.isAway(someOf: places.count, addresses) { pages.bring(parts: places.count, addresses) }
    }

    /// Lends elements below a published count.
    @inline(__always)
    func withElements<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (Span<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let part = unsafe UnsafeBufferPointer(rebasing: UnsafeBufferPointer(memory)[range])
        return try body(unsafe Span(_unsafeElements: part))
    }

    /// Writes elements behind the first `count`.
    ///
    /// - Parameters:
    ///   - count: The count that the writer holds.
    ///   - elements: What to write.
    /// - Returns: Whether it was written; `false` when there is no room, or when somebody else wrote there before.
    public func extend(from count: Int, with elements: Span<Element>) -> Bool {
        let end = count + elements.count
        guard end <= capacity else { return false }
        guard written.compareExchange(expected: count, desired: end, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        for index in elements.indices {
            unsafe memory[count + index] = elements[index]
        }
        return true
    }
}
