import Synchronization

/// A buffer that one holder extends while other holders read its beginning without a lock.
///
/// Written elements never change. A reader holds the buffer and a published count, and reads only elements below that
/// count. Only the holder whose count equals the number of written elements may extend the buffer. Any other must copy.
@safe public final class GrowingBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that no element below a published count is written. `extend` reserves
    // the end with one atomic exchange before it writes. The holder then publishes the new count, which makes the
    // elements visible.
    private let memory: UnsafeMutableBufferPointer<Element>
    private let written: Atomic<Int>
    private let owner: (any Sendable)?
    private let pages: (any PagedMemory)?

    /// Allocates memory for `capacity` elements.
    public init(capacity: Int) {
        unsafe memory = .allocate(capacity: capacity)
        written = Atomic(0)
        owner = nil
        pages = nil
    }

    /// Wraps memory that only its owner writes, such as a mapped file; `extend` always fails.
    ///
    /// - Parameters:
    ///   - memory: The memory. It must stay valid as long as `owner` lives, and published elements must not change.
    ///   - owner: The object that keeps the memory valid and frees it when released. If it is a ``PagedMemory``, the
    ///     buffer asks it to load pages before reads.
    public init(lending memory: UnsafeBufferPointer<Element>, owner: any Sendable) {
        unsafe self.memory = unsafe UnsafeMutableBufferPointer(mutating: memory)
        written = Atomic(Int.max)
        self.owner = owner
        pages = owner as? any PagedMemory
    }

    deinit {
        if owner == nil { unsafe memory.deallocate() }
    }

    /// The number of elements that fit.
    public var capacity: Int { unsafe memory.count }

    /// Reads an element, whose index must be below a published count.
    @inline(__always)
    func element(at index: Int) -> Element { unsafe memory[index] }

    /// Prefetches the cache line of an element, without waiting for it.
    @inline(__always)
    func prefetch(at index: Int) {
        let start = unsafe UInt(bitPattern: memory.baseAddress)
        CacheLine.prefetch(from: start &+ UInt(bitPattern: index &* MemoryLayout<Element>.stride), count: 1)
    }

    /// Whether some elements may have to be read from disk.
    var isPaged: Bool { pages != nil }

    /// Whether no read of the first elements would wait for the disk.
    func isNear(count: Int) -> Bool {
        guard let pages else { return true }
        let start = unsafe UInt(bitPattern: memory.baseAddress)
        return pages.isNear(start..<start + UInt(count * MemoryLayout<Element>.stride))
    }

    /// Asks the system to load elements from disk, before the caller reads them one after the other.
    ///
    /// - Parameters:
    ///   - places: The indices of the elements, ascending.
    ///   - reach: How many elements before and after each to load as well.
    func bring(_ places: some RandomAccessCollection<Int>, reach: Int = 0) {
        guard let pages else { return }
        let (start, size) = (unsafe UInt(bitPattern: memory.baseAddress), MemoryLayout<Element>.stride)
        func addresses(_ number: Int) -> Range<UInt> {
            let place = places[places.index(places.startIndex, offsetBy: number)]
            return start + UInt(max(0, place - reach) * size)..<start + UInt((place + reach + 1) * size)
        }
        if pages.isAway(someOf: places.count, addresses) { pages.bring(parts: places.count, addresses) }
    }

    /// Calls a closure with some elements, whose indices must be below a published count.
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
    ///   - count: The number of elements that the caller knows.
    ///   - elements: The elements to write.
    /// - Returns: Whether it wrote them; `false` if there is no room or another holder has extended the buffer.
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
