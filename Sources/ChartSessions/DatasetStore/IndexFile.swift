internal import ChartSeries

/// The file of a column's index: a header of 64 bytes, then the index's own arrays, with room for rows to come.
///
/// It is written once; rows that are appended later go to private memory, and are indexed again at the next start. An
/// index that is missing or does not fit its column is made anew.
enum IndexFile {
    private static let magic: UInt64 = 0x3158_4449_5253_4843
    private static let headerWords = 8
    private static let headerSize = headerWords * MemoryLayout<UInt64>.size

    /// Indexes a column and writes the index.
    ///
    /// - Returns: The index, or `nil` for a column that needs none.
    /// - Throws: ``DatasetStoreError``; what was written is no index then.
    @discardableResult
    static func write(_ values: ColumnValues, to path: String) throws(DatasetStoreError) -> ExtremesIndex? {
        guard values.count >= ExtremesIndex.minimumRows else { return nil }
        let capacity = values.count + max(values.count / 4, SegmentChecksum.rows)
        let memory = IndexBytes(count: ExtremesIndex.byteCount(rowCapacity: capacity))
        var index = unsafe ExtremesIndex(adopting: memory.bytes, rowCapacity: capacity, rowCount: 0, owner: memory)
        index.extend(over: values)
        let file = try File(path + ".new", .create)
        var header = [UInt64](repeating: 0, count: headerWords)
        header[0] = magic
        header[1] = UInt64(capacity)
        header[2] = UInt64(values.count)
        try memory.withWords { words throws(DatasetStoreError) in
            header[3] = checksum(of: words)
            try file.write(words, at: headerSize)
        }
        try file.write(header.span, at: 0)
        try file.synchronize()
        try File.move(path + ".new", to: path)
        return index
    }

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - rows: How many rows the column has.
    /// - Returns: The index of the first rows; `nil` when it is missing, or of another column, or of far fewer rows.
    static func open(_ path: String, rows: Int) -> ExtremesIndex? {
        guard let mapping = map(path), let header = header(of: mapping) else { return nil }
        guard header.rowCount <= rows, header.rowCount >= rows / 2 else { return nil }
        return unsafe ExtremesIndex(
            adopting: UnsafeMutableRawBufferPointer(rebasing: mapping.bytes[headerSize...]),
            rowCapacity: header.capacity, rowCount: header.rowCount, owner: mapping)
    }

    /// Whether a file holds what was written to it; one that is missing does.
    static func isSound(_ path: String) -> Bool {
        guard let mapping = map(path) else { return true }
        guard let header = header(of: mapping) else { return false }
        return mapping.withWords { checksum(of: $0.extracting(headerWords..<$0.count)) } == header.checksum
    }

    private static func map(_ path: String) -> PrivateMapping? {
        guard Folder.exists(path), let file = try? File(path, .read), let size = try? file.size(), size > headerSize
        else { return nil }
        return try? file.mapPrivately(size: size)
    }

    private static func header(
        of mapping: PrivateMapping
    ) -> (capacity: Int, rowCount: Int, checksum: UInt64)? {
        mapping.withWords { words in
            guard words[0] == magic, words[1] <= UInt64(Int32.max) << 16, words[2] <= words[1] else { return nil }
            let capacity = Int(words[1])
            let size = headerSize + ExtremesIndex.byteCount(rowCapacity: capacity)
            guard words.count * MemoryLayout<UInt64>.size >= size else { return nil }
            return (capacity, Int(words[2]), words[3])
        }
    }

    private static func checksum(of words: Span<UInt64>) -> UInt64 {
        var sum: UInt64 = 1
        for index in words.indices { sum = (sum ^ words[index]) &* 0x9E37_79B9_7F4A_7C15 ^ (sum >> 29) }
        return sum
    }
}

/// Memory for an index in the making, aligned as it needs.
@safe
private final class IndexBytes: @unchecked Sendable {
    // Unchecked because of the pointer: only the index that adopts the memory writes it, before anybody else sees it.
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
        let rounded = (count + 7) & ~7
        unsafe bytes = .allocate(byteCount: rounded, alignment: 64)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { unsafe bytes.deallocate() }

    /// Lends the memory as words.
    func withWords<Result, Failure: Error>(
        _ body: (Span<UInt64>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(bytes.bindMemory(to: UInt64.self))))
    }
}
