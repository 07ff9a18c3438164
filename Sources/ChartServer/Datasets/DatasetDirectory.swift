internal import ChartSeries
internal import ChartWire
internal import Foundation

/// The datasets on disk: a folder each, with `manifest.json` and one file a column.
///
/// New column files are written beside the old ones and become current when the manifest is replaced in one step, so
/// a crash leaves the old dataset or the new one.
struct DatasetDirectory: Sendable {
    /// A dataset on disk that cannot be read or written.
    struct Failure: Error, CustomStringConvertible {
        /// What is wrong, a sentence for the operator.
        let description: String
    }

    private let folder: URL

    /// Opens the datasets of a data directory, which is created when missing.
    init(dataDirectory: String) throws(Failure) {
        folder = URL(fileURLWithPath: dataDirectory, isDirectory: true).appendingPathComponent("datasets")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure(description: "the data directory \(dataDirectory) cannot be created")
        }
    }

    /// The names of the datasets, sorted.
    func names() throws(Failure) -> [String] {
        guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw Failure(description: "\(folder.path) cannot be listed")
        }
        return entries.filter { name in
            DatasetName.isValid(name) && FileManager.default.fileExists(atPath: manifestURL(of: name).path)
        }
        .sorted()
    }

    /// What the manifest of a dataset says, or nil when there is no such dataset.
    func manifest(of name: String) throws(Failure) -> DatasetManifest? {
        guard let bytes = FileManager.default.contents(atPath: manifestURL(of: name).path) else { return nil }
        let manifest: DatasetManifest
        do {
            manifest = try JSONCoding.decode(DatasetManifest.self, from: JSONValue.parse([UInt8](bytes)))
        } catch {
            throw Failure(description: "the manifest of dataset \(name) is damaged: \(error.detail)")
        }
        guard manifest.format == 1, manifest.rows >= 0 else {
            throw Failure(description: "dataset \(name) is stored in format \(manifest.format), which is unknown")
        }
        return manifest
    }

    /// Reads a dataset, or nil when there is none of that name.
    func load(_ name: String) throws(Failure) -> Table? {
        guard let manifest = try manifest(of: name) else { return nil }
        let x = try column(manifest.xFile, of: name, rows: manifest.rows)
        var columns: [(name: String, values: [Double])] = []
        for (index, column) in manifest.columns.enumerated() {
            columns.append((column, try self.column(manifest.file(ofColumn: index), of: name, rows: manifest.rows)))
        }
        do {
            return try Table(
                xName: manifest.xName, xKind: manifest.xKind, x: x, columns: columns, version: manifest.version)
        } catch {
            throw Failure(description: "dataset \(name) is damaged: \(error)")
        }
    }

    /// Writes a dataset; one that replaces another gets a higher version than it had.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - name: A name that `DatasetName` accepts.
    /// - Returns: What was written.
    /// - Throws: `Failure`, with the dataset that was there untouched.
    @discardableResult
    func save(_ table: Table, as name: String) throws(Failure) -> DatasetManifest {
        precondition(DatasetName.isValid(name), "\(name) is no name of a dataset")
        let old = try manifest(of: name)
        let manifest = DatasetManifest(
            generation: (old?.generation ?? 0) + 1, version: max(table.version, (old?.version ?? 0) + 1),
            xName: table.xName, xKind: table.xKind, columns: table.columns.map(\.name), rows: table.rowCount)
        do {
            try FileManager.default.createDirectory(at: url(of: name), withIntermediateDirectories: true)
            try ColumnFile.write(table.x, to: url(of: name).appendingPathComponent(manifest.xFile))
            for (index, column) in table.columns.enumerated() {
                let file = url(of: name).appendingPathComponent(manifest.file(ofColumn: index))
                try ColumnFile.write(column.values, to: file)
            }
            var writer = JSONWriter(reservingCapacity: 256)
            JSONCoding.write(try JSONCoding.encode(manifest), into: &writer)
            try Data(writer.bytes).write(to: manifestURL(of: name), options: .atomic)
        } catch {
            remove(manifest.files, of: name)
            throw Failure(description: "dataset \(name) cannot be written: \(error.localizedDescription)")
        }
        if let old { remove(old.files, of: name) }
        return manifest
    }

    /// Deletes a dataset; the manifest goes first, so that no half of it is found.
    func delete(_ name: String) throws(Failure) {
        do {
            try FileManager.default.removeItem(at: manifestURL(of: name))
            try FileManager.default.removeItem(at: url(of: name))
        } catch {
            throw Failure(description: "dataset \(name) cannot be deleted: \(error.localizedDescription)")
        }
    }

    private func column(_ file: String, of name: String, rows: Int) throws(Failure) -> [Double] {
        guard let values = try? ColumnFile.read(url(of: name).appendingPathComponent(file), rows: rows) else {
            throw Failure(description: "the file \(file) of dataset \(name) is missing or damaged")
        }
        return values
    }

    private func remove(_ files: [String], of name: String) {
        for file in files { try? FileManager.default.removeItem(at: url(of: name).appendingPathComponent(file)) }
    }

    private func url(of name: String) -> URL { folder.appendingPathComponent(name, isDirectory: true) }

    private func manifestURL(of name: String) -> URL { url(of: name).appendingPathComponent("manifest.json") }
}
