import ChartSeries
import ChartStores
import CoreTestSupport
import Foundation

@testable import ChartSessions
@testable import ChartStorage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension FuzzLaw {
    /// The files of a dataset, changed at will, are opened or refused; what opens is verified and appended to.
    ///
    /// The input is the manifest, the journal and a column file for each further part, separated by lines of `%%`. Its
    /// first byte says whether the manifest gets a valid checksum, without which nearly all inputs would end there.
    static let datasetFiles = FuzzLaw("DatasetFiles") { input in
        guard let choice = input.first else { return }
        let scratch = try Scratch()
        defer { scratch.remove() }
        let parts = split(input.dropFirst())
        var manifest = Array(parts[0])
        var generation = 1
        if let read = try? JSONFile.decode(DatasetManifest.self, from: manifest) {
            generation = read.generation
            if choice & 1 == 0 { manifest = JSONFile.encode(read.sealed) }
        }
        scratch.write(manifest, to: "manifest.json")
        scratch.write(Array(parts.count > 1 ? parts[1] : []), to: "\(generation)-journal")
        for (index, column) in parts.dropFirst(2).prefix(3).enumerated() {
            scratch.write(Array(column), to: DatasetManifest.file(ofColumn: index, generation: generation))
        }
        do {
            for found in try scratch.directory.open() {
                guard case .success(let table) = found.table else { continue }
                try require(table.rowCount > 0 && table.extent != nil, "a table without rows was opened")
                try require(
                    table.columns.allSatisfy { $0.values.count == table.rowCount }, "a column is too short")
                try? scratch.directory.verify(found.name)
                if table.rowCount < 1_000, let last = table.extent?.last, (last + 1).isFinite {
                    let rows = try Table(
                        xName: table.xName, xKind: table.xKind, x: [last + 1],
                        columns: table.columns.map { (name: $0.name, values: [Double.nan]) })
                    let grown = try scratch.directory.append(rows, to: table, named: found.name)
                    try require(grown.rowCount == table.rowCount + 1, "a row is lost")
                }
            }
        } catch let error as BrokenLaw {
            throw error
        } catch {
            try require(error is DatasetStoreError || error is TableError || error is POSIXError, "\(error)")
        }
    }
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

/// A data directory in memory with the files of one dataset.
private struct Scratch {
    let path: String
    let directory: DatasetDirectory

    private var folder: String { path + "/datasets/fuzzed" }

    init() throws {
        path = "/dev/shm/chart-surface-fuzz-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        guard unsafe mkdir(path, 0o700) == 0 else { throw POSIXError(.EACCES) }
        directory = try DatasetDirectory(dataDirectory: path)
        guard unsafe mkdir(folder, 0o700) == 0 else { throw POSIXError(.EACCES) }
    }

    /// Writes a file, unless its name is none: a manifest may name any generation.
    func write(_ bytes: [UInt8], to name: String) {
        _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: Data(bytes))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
