internal import ChartSeries
internal import Foundation

/// The appends to a dataset since its manifest: one line each, a checksum and the state that the append made.
///
/// A line counts once it is whole; what follows the first line that is not is the rest of a write that was cut short.
struct DatasetJournal: Sendable {
    private let path: String
    /// Open only while it is written, so that many datasets do not use up the open files of a process.
    private var file: File { get throws(DatasetStoreError) { try File(path, .write) } }
    private var end = 0

    /// Makes an empty journal.
    static func create(_ path: String) throws(DatasetStoreError) {
        _ = try File(path, .create)
    }

    /// Opens a journal, making it when it is missing.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - states: Receives the state of each whole line, in order.
    /// - Throws: ``DatasetStoreError`` when the file cannot be read.
    init(_ path: String, states: inout [DatasetState]) throws(DatasetStoreError) {
        self.path = path
        let read = Self.states(in: try File(path, .openOrCreate).readAll())
        states = read.states
        end = read.end
    }

    private static func states(in bytes: [UInt8]) -> (states: [DatasetState], end: Int) {
        var states: [DatasetState] = []
        var end = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard let state = state(of: line) else { break }
            states.append(state)
            end += line.count + 1
        }
        return (states, end)
    }

    /// Reads the states of a journal, none when it is missing, while another process may write it.
    static func read(_ path: String) throws(DatasetStoreError) -> [DatasetState] {
        guard Folder.exists(path) else { return [] }
        return Self.states(in: try File(path, .read).readAll()).states
    }

    /// How long the journal is, in bytes.
    var length: Int { end }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - state: What the append made.
    ///   - isSynchronous: Whether to wait for the disk.
    /// - Throws: ``DatasetStoreError``; the line does not count then.
    mutating func append(_ state: DatasetState, isSynchronous: Bool) throws(DatasetStoreError) {
        let json = JSONFile.encode(state)
        let line = Array(SegmentChecksum.text(of: json).utf8) + [UInt8(ascii: " ")] + json + [UInt8(ascii: "\n")]
        try file.write(line.span, at: end)
        if isSynchronous { try file.synchronize() }
        end += line.count
    }

    /// Forgets every line, once a manifest says the same.
    mutating func clear() throws(DatasetStoreError) {
        try file.truncate(to: 0)
        end = 0
    }

    private static func state(of line: ArraySlice<UInt8>) -> DatasetState? {
        guard line.count > 17, line[line.startIndex + 16] == UInt8(ascii: " ") else { return nil }
        let json = Array(line.dropFirst(17))
        guard line.prefix(16).elementsEqual(SegmentChecksum.text(of: json).utf8) else { return nil }
        return try? JSONFile.decode(DatasetState.self, from: json)
    }
}

/// JSON of the small files beside the columns.
enum JSONFile {
    /// Writes a value, the same way each time.
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            preconditionFailure("finite numbers and text are JSON: \(error)")
        }
    }

    /// Reads a value.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
