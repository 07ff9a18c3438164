import ChartSeries
import ChartStores
import Foundation

@testable import ChartStorage

/// A temporary data directory, whose files a test can alter and restore.
final class StoreFolder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)").path

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/datasets/" + name }

    func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name)))) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
    }

    /// Every file of a dataset.
    func contents(of dataset: String) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in try names(in: dataset) { contents[name] = try read("\(dataset)/\(name)") }
        return contents
    }

    /// Restores the files of a dataset.
    func restore(_ contents: [String: [UInt8]], of dataset: String) throws {
        try? FileManager.default.removeItem(atPath: file(dataset))
        try FileManager.default.createDirectory(atPath: file(dataset), withIntermediateDirectories: true)
        for (name, bytes) in contents { try write(bytes, to: "\(dataset)/\(name)") }
    }

    /// Opens the only dataset.
    func opened() throws -> Result<Table, DatasetStoreError>? {
        try DatasetDirectory(dataDirectory: path).open().first?.table
    }

    /// Rows with an irregular x, and a column with a gap.
    static func rows(_ rows: Range<Int>) throws -> Table {
        try Table(
            xName: "t", xKind: .number, x: rows.map { Double($0 * 3 + $0 % 2) },
            columns: [
                (name: "a", values: rows.map { $0 % 97 == 5 ? .nan : Double($0 * 7919 % 1009) }),
                (name: "b", values: rows.map { Double($0) / 2 }),
            ])
    }

    static func put(_ table: Table, as name: String = "d", in directory: DatasetDirectory) throws -> Table {
        let block = RowBlock(table)
        let draft = try directory.makeDraft(for: name, shape: block.shape)
        try draft.append(block)
        return try directory.commit(draft, as: name)
    }
}
