import ChartSeries
import ChartStores

/// The file of a column's index: a header of 64 bytes, then the index's arrays, with room for more rows.
///
/// It is written once. Later rows go to private memory, and the next start indexes them again. A missing or wrong index
/// is rebuilt. The header's words are: a mark of the layout, the row capacity, the indexed rows, and checksums of the
/// arrays, of the column's rows and of the words before.
enum IndexFile {
    private static let magic: UInt64 = 0x3258_4449_5253_4843
    private static let headerWords = 8
    private static let headerSize = headerWords * MemoryLayout<UInt64>.size

    /// Indexes a column and writes the index.
    ///
    /// - Returns: The index; `nil` for a column that needs none.
    /// - Throws: `DatasetStoreError`; the file is no index then.
    @discardableResult
    static func write(
        _ values: ColumnValues, _ record: ColumnRecord, to path: String
    ) throws(DatasetStoreError) -> ExtremesIndex? {
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
        header[4] = mark(of: values, record, rows: values.count)
        header[5] = checksum(of: header.span.extracting(first: 5))
        try file.write(header.span, at: 0)
        try file.synchronize()
        try File.move(path + ".new", to: path)
        return index
    }

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - values: The column.
    ///   - record: The column's record of the manifest.
    ///   - soundness: Notes a truncated file.
    /// - Returns: The index of the first rows; `nil` for a missing file, another column, or far fewer rows.
    /// - Throws: `DatasetStoreError`, `exhausted` if no more files can be opened or mapped.
    static func open(
        _ path: String, _ values: ColumnValues, _ record: ColumnRecord, _ soundness: TableSoundness
    ) throws(DatasetStoreError) -> ExtremesIndex? {
        guard let mapping = try map(path, soundness) else { return nil }
        mapping.pages.bring(0..<headerSize)
        guard let header = header(of: mapping) else { return nil }
        guard header.rowCount <= values.count, header.rowCount >= values.count / 2,
            header.mark == mark(of: values, record, rows: header.rowCount)
        else { return nil }
        return unsafe ExtremesIndex(
            adopting: UnsafeMutableRawBufferPointer(rebasing: mapping.bytes[headerSize...]),
            rowCapacity: header.capacity, rowCount: header.rowCount, owner: mapping)
    }

    /// Checks a file for alterations, some of it at a time.
    struct Check: Sendable {
        private let mapping: PrivateMapping
        private let expected: UInt64?
        private var place = headerWords
        private var sum = IndexFile.checksumStart
        private static let wordsAtOnce = 1 << 17

        /// Opens a file; `nil` for a missing one.
        init?(_ path: String) throws(DatasetStoreError) {
            // An unreadable part changes the checksum.
            guard let mapping = try map(path, TableSoundness()) else { return nil }
            self.mapping = mapping
            expected = header(of: mapping)?.checksum
        }

        /// Checks the next words.
        ///
        /// - Returns: Whether the file is intact, once that is known.
        mutating func advance() -> Bool? {
            guard let expected else { return false }
            let start = place
            sum = mapping.withWords { words in
                checksum(of: words.extracting(start..<min(start + Self.wordsAtOnce, words.count)), after: sum)
            }
            place += Self.wordsAtOnce
            guard place >= mapping.withWords({ $0.count }) else { return nil }
            return sum == expected
        }
    }

    private static func map(_ path: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> PrivateMapping? {
        guard Folder.exists(path) else { return nil }
        do throws(DatasetStoreError) {
            let file = try File(path, .read)
            let size = try file.size()
            return size > headerSize ? try file.mapPrivately(size: size, soundness) : nil
        } catch {
            // An unusable file can be rebuilt, but not without room for open files.
            guard error.kind != .exhausted else { throw error }
            return nil
        }
    }

    private static func header(
        of mapping: PrivateMapping
    ) -> (capacity: Int, rowCount: Int, checksum: UInt64, mark: UInt64)? {
        mapping.withWords { words in
            guard words[0] == magic, words[1] <= UInt64(ExtremesIndex.maximumRows), words[2] <= words[1],
                words[5] == checksum(of: words.extracting(first: 5))
            else { return nil }
            let capacity = Int(words[1])
            let size = headerSize + ExtremesIndex.byteCount(rowCapacity: capacity)
            guard words.count * MemoryLayout<UInt64>.size >= size else { return nil }
            return (capacity, Int(words[2]), words[3], words[4])
        }
    }

    /// The checksum of a column's first rows: of the full segments' checksums, or of the rows without a full segment.
    private static func mark(of values: ColumnValues, _ record: ColumnRecord, rows: Int) -> UInt64 {
        let sealed = rows / SegmentChecksum.rows
        let words =
            sealed > 0
            ? record.sealed.prefix(sealed).map { UInt64($0, radix: 16) ?? 0 } : (0..<rows).map { values[$0].bitPattern }
        return checksum(of: words.span)
    }

    private static let checksumStart: UInt64 = 1

    private static func checksum(of words: Span<UInt64>, after start: UInt64 = checksumStart) -> UInt64 {
        var sum = start
        for index in words.indices { sum = (sum ^ words[index]) &* 0x9E37_79B9_7F4A_7C15 ^ (sum >> 29) }
        return sum
    }
}

/// Aligned memory for a new index.
@safe
private final class IndexBytes: @unchecked Sendable {
    // Unchecked because of the pointer: only the index that adopts the memory writes it, before any other reader.
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
