import ChartSeries
import ChartStores
import Foundation

/// The journal of a dataset's appends since its manifest.
///
/// A header holds the acknowledged length. Each line then holds a checksum, which includes the previous one, and the
/// state after an append. An append writes its line and then the header, which a disk writes whole, since it fits into
/// a sector. A synchronous append waits for the disk in between. So only unacknowledged lines may be truncated or
/// missing, and the opening cuts off what is no line. Any other difference is damage, and nothing is cut, unless a power
/// loss may have taken lines. Journals of earlier versions get a header before the manifest says that they have one.
struct DatasetJournal: Sendable {
    /// The contents of a journal.
    private struct Content {
        var states: [DatasetState] = []
        /// The length of the header and the whole lines, in bytes.
        var end = 0
        /// The checksum of the last line.
        var checksum = Self.start
        /// The number of bytes after the last whole line.
        var rest = 0
        /// The length that the header acknowledges.
        var acknowledged = 0

        static let start = String(repeating: "0", count: DatasetJournal.checksumLength)
    }

    private static let mark = "appends 2 "
    private static let digits = 20
    private static let checksumLength = 16
    private static let headerLength = mark.utf8.count + digits + 1 + checksumLength + 1
    private static let newline = UInt8(ascii: "\n")

    private let path: String
    /// Open only during writes, so that many datasets do not use up the open files of a process.
    private var file: File { get throws(DatasetStoreError) { try File(path, .write) } }
    private var end: Int
    private var checksum: String
    /// The lines that the header does not acknowledge yet: their end and the checksum of the last one.
    private var unacknowledged: (end: Int, checksum: String)?
    /// The bytes of an unacknowledged append that the opening has cut off.
    let cutBytes: Int
    /// The acknowledged bytes that the opening has not found.
    let lostBytes: Int

    /// Creates a journal of some states, or an empty one, on the disk.
    static func create(_ path: String, _ states: [DatasetState] = []) throws(DatasetStoreError) {
        let (lines, _) = lines(of: states)
        let file = try File(path, .create)
        try file.write((header(length: headerLength + lines.count) + lines).span, at: 0)
        try file.synchronize()
    }

    /// Opens a journal, and cuts off an unacknowledged append.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - hasHeader: Whether the manifest says that the journal has a header.
    ///   - mayHaveLost: Whether the last lines may be missing after a power loss.
    ///   - states: Receives the state of each whole line, in order.
    /// - Throws: `DatasetStoreError`, `damaged` for an altered journal.
    init(
        _ path: String, hasHeader: Bool, mayHaveLost: Bool, states: inout [DatasetState]
    ) throws(DatasetStoreError) {
        self.path = path
        let bytes = try File(path, hasHeader ? .read : .openOrCreate).readAll()
        let content = try Self.content(of: bytes, hasHeader: hasHeader, mayHaveLost: mayHaveLost, path)
        states = content.states
        end = content.end
        checksum = content.checksum
        cutBytes = content.rest
        lostBytes = max(0, content.acknowledged - content.end)
        if !Self.isHeaded(bytes) {
            try rewrite(content.states)
        } else {
            if content.end > content.acknowledged { unacknowledged = (content.end, content.checksum) }
            if content.rest > 0 { try file.truncate(to: end) }
        }
    }

    /// Reads the states of a journal that another process may write, and the bytes of an unacknowledged append.
    static func read(
        _ path: String, hasHeader: Bool, mayHaveLost: Bool
    ) throws(DatasetStoreError) -> (states: [DatasetState], unansweredBytes: Int, lostBytes: Int) {
        guard hasHeader || Folder.exists(path) else { return ([], 0, 0) }
        let content = try content(
            of: try File(path, .read).readAll(), hasHeader: hasHeader, mayHaveLost: mayHaveLost, path)
        return (content.states, content.rest, max(0, content.acknowledged - content.end))
    }

    /// Cuts off the lines that the header does not acknowledge, also on the disk.
    static func cutUnacknowledged(_ path: String) throws(DatasetStoreError) {
        let file = try File(path, .write)
        guard let length = length(inHeaderOf: try file.readAll()) else {
            throw DatasetStoreError(.damaged, "\(path) has lost its header")
        }
        try file.truncate(to: length)
        try file.synchronize()
    }

    /// The length of the lines in bytes.
    var length: Int { end - Self.headerLength }

    /// Whether there are lines that the header does not acknowledge.
    var hasUnacknowledged: Bool { unacknowledged != nil }

    /// Writes lines that do not count before ``acknowledge()``.
    ///
    /// - Parameter states: The states after each append.
    /// - Throws: `DatasetStoreError`.
    mutating func write(_ states: [DatasetState]) throws(DatasetStoreError) {
        var (lines, sum): ([UInt8], String) = ([], checksum)
        for state in states {
            let line = Self.line(of: state, after: sum)
            lines += line.bytes
            sum = line.checksum
        }
        try file.write(lines.span, at: end)
        unacknowledged = (end + lines.count, sum)
    }

    /// Waits until the disk has the file.
    func synchronize() throws(DatasetStoreError) { try file.synchronize() }

    /// Acknowledges the written lines in the header.
    mutating func acknowledge() throws(DatasetStoreError) {
        guard let (end, checksum) = unacknowledged else { return }
        try file.write(Self.header(length: end).span, at: 0)
        (self.end, self.checksum, unacknowledged) = (end, checksum, nil)
    }

    /// Removes all lines, after a manifest has their state.
    mutating func clear() throws(DatasetStoreError) {
        let file = try file
        try file.write(Self.header(length: Self.headerLength).span, at: 0)
        // A power loss must not leave a shorter file than its header says.
        try file.synchronize()
        try file.truncate(to: Self.headerLength)
        try file.synchronize()
        unacknowledged = nil
        end = Self.headerLength
        checksum = Content.start
    }

    /// Adds a header and chained checksums to a journal of an earlier version, atomically.
    private mutating func rewrite(_ states: [DatasetState]) throws(DatasetStoreError) {
        let (lines, sum) = Self.lines(of: states)
        checksum = sum
        end = Self.headerLength + lines.count
        let aside = try File(path + ".new", .create)
        try aside.write((Self.header(length: end) + lines).span, at: 0)
        try aside.synchronize()
        try File.move(path + ".new", to: path)
    }

    private static func header(length: Int) -> [UInt8] {
        let number = String(length)
        let text = mark + String(repeating: "0", count: digits - number.utf8.count) + number
        return Array((text + " " + SegmentChecksum.text(of: Array(text.utf8)) + "\n").utf8)
    }

    private static func lines(of states: [DatasetState]) -> (bytes: [UInt8], checksum: String) {
        var lines: [UInt8] = []
        var checksum = Content.start
        for state in states {
            let (line, sum) = line(of: state, after: checksum)
            lines += line
            checksum = sum
        }
        return (lines, checksum)
    }

    private static func line(of state: DatasetState, after checksum: String) -> (bytes: [UInt8], checksum: String) {
        let json = JSONFile.encode(state)
        let sum = SegmentChecksum.text(of: Array(checksum.utf8) + json)
        return (Array(sum.utf8) + [UInt8(ascii: " ")] + json + [newline], sum)
    }

    private static func isHeaded(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark.utf8) }

    private static func content(
        of bytes: [UInt8], hasHeader: Bool, mayHaveLost: Bool, _ path: String
    ) throws(DatasetStoreError) -> Content {
        guard isHeaded(bytes) else {
            guard !hasHeader else { throw DatasetStoreError(.damaged, "\(path) has lost its header") }
            return try contentWithoutHeader(of: bytes, path)
        }
        guard let length = length(inHeaderOf: bytes), length <= bytes.count || mayHaveLost else {
            throw DatasetStoreError(
                .damaged, "\(path) is shorter than what was acknowledged, or its header was changed")
        }
        var content = Content(end: headerLength, acknowledged: length)
        while let line = line(of: bytes, from: content.end), let state = state(of: line, after: content.checksum) {
            content.states.append(state)
            content.checksum = String(decoding: line.prefix(checksumLength), as: UTF8.self)
            content.end += line.count + 1
        }
        guard content.end >= length || mayHaveLost && isLost(bytes[content.end...]) else {
            throw DatasetStoreError(.damaged, "\(path) was changed in line \(content.states.count + 1)")
        }
        content.rest = bytes.count - content.end
        return content
    }

    /// Whether a power loss may have taken the first line of bytes: its end is missing, or the disk has zeros for it.
    private static func isLost(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let end = bytes.firstIndex(of: newline) else { return true }
        return bytes[..<end].contains(0)
    }

    /// Reads a journal of an earlier version, whose last line may be truncated.
    private static func contentWithoutHeader(of bytes: [UInt8], _ path: String) throws(DatasetStoreError) -> Content {
        var content = Content()
        while let line = line(of: bytes, from: content.end) {
            guard let state = state(of: line, after: "") else {
                throw DatasetStoreError(.damaged, "\(path) was changed in line \(content.states.count + 1)")
            }
            content.states.append(state)
            content.end += line.count + 1
        }
        content.rest = bytes.count - content.end
        return content
    }

    private static func length(inHeaderOf bytes: [UInt8]) -> Int? {
        guard bytes.count >= headerLength else { return nil }
        let text = String(decoding: bytes[mark.utf8.count..<mark.utf8.count + digits], as: UTF8.self)
        guard let length = Int(text), length >= headerLength, bytes.starts(with: header(length: length)) else {
            return nil
        }
        return length
    }

    /// Returns the line from an offset, without its newline; `nil` for a truncated one.
    private static func line(of bytes: [UInt8], from start: Int) -> ArraySlice<UInt8>? {
        bytes[start...].firstIndex(of: newline).map { bytes[start..<$0] }
    }

    private static func state(of line: ArraySlice<UInt8>, after checksum: String) -> DatasetState? {
        guard line.count > checksumLength + 1, line[line.startIndex + checksumLength] == UInt8(ascii: " ") else {
            return nil
        }
        let json = Array(line.dropFirst(checksumLength + 1))
        let sum = SegmentChecksum.text(of: Array(checksum.utf8) + json)
        guard line.prefix(checksumLength).elementsEqual(sum.utf8) else { return nil }
        return try? JSONFile.decode(DatasetState.self, from: json)
    }
}

/// Encodes the small JSON files beside the columns.
enum JSONFile {
    /// Encodes a value, with the same bytes each time.
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            preconditionFailure("finite numbers and text are JSON: \(error)")
        }
    }

    /// Decodes a value.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
