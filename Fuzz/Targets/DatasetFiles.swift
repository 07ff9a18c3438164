import ChartSeries
import Foundation
import Glibc

@testable import ChartSessions
@testable import ChartStorage

/// Opens the files of a dataset, which the fuzzer changes at will, or refuses them; verifies and appends to what opens.
///
/// The input is the manifest, the journal and a column file for each further part, separated by lines of `%%`. Its
/// first byte says whether the manifest gets a valid checksum, without which nearly all inputs would end there.
///
/// - Parameters:
///   - data: The input.
///   - size: Its length in bytes.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 0 else { return 0 }
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    let parts = split(input.dropFirst())
    var manifest = Array(parts[0])
    var generation = 1
    if let read = try? JSONFile.decode(DatasetManifest.self, from: manifest) {
        generation = read.generation
        if input[0] & 1 == 0 { manifest = JSONFile.encode(read.sealed) }
    }
    do {
        try Scratch.write(manifest, to: "manifest.json")
        try Scratch.write(Array(parts.count > 1 ? parts[1] : []), to: "\(generation)-journal")
        defer { Scratch.empty() }
        for (index, column) in parts.dropFirst(2).prefix(3).enumerated() {
            try Scratch.write(Array(column), to: DatasetManifest.file(ofColumn: index, generation: generation))
        }
        let directory = try Scratch.directory.get()
        for found in try directory.open() {
            guard case .success(let table) = found.table else { continue }
            precondition(table.rowCount > 0 && table.extent != nil, "a table without rows was opened")
            for column in table.columns { precondition(column.values.count == table.rowCount, "a column is too short") }
            try? directory.verify(found.name)
            if table.rowCount < 1_000, let last = table.extent?.last, (last + 1).isFinite {
                let rows = try Table(
                    xName: table.xName, xKind: table.xKind, x: [last + 1],
                    columns: table.columns.map { (name: $0.name, values: [Double.nan]) })
                let grown = try directory.append(rows, to: table, named: found.name)
                precondition(grown.rowCount == table.rowCount + 1, "a row is lost")
            }
        }
    } catch {
        precondition(error is DatasetStoreError || error is TableError || error is POSIXError, "\(error)")
    }
    return 0
}

private func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let mark = Array("\n%%\n".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var position = start
    while position + mark.count <= bytes.endIndex {
        if bytes[position..<position + mark.count].elementsEqual(mark) {
            parts.append(bytes[start..<position])
            position += mark.count
            start = position
        } else {
            position += 1
        }
    }
    return parts + [bytes[start...]]
}

/// A folder in memory for the files of each input in turn.
private enum Scratch {
    static let path = "/dev/shm/chart-surface-fuzz-\(getpid())"
    static let folder = path + "/datasets/fuzzed"
    static let directory = Result {
        guard mkdir(path, 0o700) == 0 else { throw POSIXError(.EACCES) }
        return try DatasetDirectory(dataDirectory: path)
    }

    static func write(_ bytes: [UInt8], to name: String) throws {
        _ = try directory.get()
        mkdir(folder, 0o700)
        let file = open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { return }
        _ = unsafe Glibc.write(file, bytes, bytes.count)
        close(file)
    }

    static func empty() {
        guard let list = unsafe opendir(folder) else { return }
        while let entry = unsafe readdir(list) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink(folder + "/" + name)
        }
        unsafe closedir(list)
    }
}
