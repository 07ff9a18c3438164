import Synchronization

/// The memory of an index, which grows at its end while others read its beginning, as `GrowingBuffer` does.
///
/// Blocks that are written stay as they are. Only one holder may write more: the one whose count of rows is the count
/// that is written.
@safe final class IndexMemory: @unchecked Sendable {
    // Unchecked because the compiler cannot see that nobody writes below a published count: `claim` takes the end with
    // one atomic exchange before anything is written, and its result reaches readers through whatever publishes the
    // new count.
    let rowCapacity: Int
    /// The levels that the capacity has room for, from the one of the smallest blocks.
    let levels: [IndexLevel]
    private let memory: UnsafeMutableRawBufferPointer
    private let written: Atomic<Int>
    private let owner: (any Sendable)?
    private let pages: (any PagedMemory)?

    /// Allocates room for the blocks of so many rows.
    convenience init(rowCapacity: Int) {
        let byteCount = IndexLayout(rowCapacity: rowCapacity).byteCount
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe self.init(memory, rowCapacity: rowCapacity, rowCount: 0, owner: nil)
    }

    /// Takes memory in which the blocks of so many rows stand already; nobody claims more where it is not writable.
    init(
        _ memory: UnsafeMutableRawBufferPointer, rowCapacity: Int, rowCount: Int, isWritable: Bool = true,
        owner: (any Sendable)?
    ) {
        let layout = IndexLayout(rowCapacity: rowCapacity)
        precondition(memory.count >= layout.byteCount, "memory too small for an index of so many rows")
        precondition(rowCount <= rowCapacity, "an index of more rows than it has room for")
        unsafe self.memory = unsafe memory
        self.rowCapacity = rowCapacity
        self.owner = owner
        pages = owner as? any PagedMemory
        written = Atomic(isWritable ? rowCount : .max)
        levels = layout.levels.enumerated().compactMap { number, level in
            unsafe memory.baseAddress.map { unsafe IndexLevel(number: number, at: level, of: $0) }
        }
    }

    deinit {
        if owner == nil { unsafe memory.deallocate() }
    }

    /// The bytes of all arrays, whether their blocks are written or not.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory) }

    /// Asks for what the extremes of consecutive rows will read, where it may lie on a disk.
    ///
    /// - Parameters:
    ///   - edges: Where rows end and others start, ascending.
    ///   - distance: About how many rows lie between two of them.
    func bring(edges: some RandomAccessCollection<Int>, distance: Int) {
        guard let pages, let lowest = levels.first else { return }
        func row(_ number: Int) -> Int { edges[edges.index(edges.startIndex, offsetBy: number)] }
        guard pages.isAway(someOf: edges.count, { lowest.addresses(around: row($0)).extremes }) else { return }
        for level in levels where distance >> level.rowShift > 0 {
            pages.bring(parts: edges.count) { level.addresses(around: row($0)).extremes }
            pages.bring(parts: edges.count) { level.addresses(around: row($0)).positions }
        }
    }

    /// Takes the right to write the blocks of the rows behind a count.
    ///
    /// - Returns: Whether they may be written; `false` when there is no room, or when somebody else has the right.
    func claim(from count: Int, to end: Int) -> Bool {
        end <= rowCapacity
            && written.compareExchange(expected: count, desired: end, ordering: .acquiringAndReleasing).exchanged
    }
}
