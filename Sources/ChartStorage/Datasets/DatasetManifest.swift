import ChartSeries

/// The record of a column in a manifest.
struct ColumnRecord: Codable, Sendable, Equatable {
    /// The column's name.
    var name: String
    /// The smallest present value; `nil` if all are missing.
    var minimum: Double?
    /// The largest present value; `nil` if all are missing.
    var maximum: Double?
    /// The number of missing values.
    var missing: Int
    /// The checksums of the full segments; in a journal only those since the manifest.
    var sealed: [String]
    /// The checksum of the open segment.
    var open: String
}

/// The start and step of a regular x, which has no file.
struct RegularX: Codable, Sendable, Equatable {
    /// The x of the first row.
    var start: Double
    /// The difference between the x of neighbouring rows.
    var step: Double
}

/// The contents of a dataset's files at one version.
struct DatasetState: Codable, Sendable, Equatable {
    /// The dataset's version, as clients see it.
    var version: Int
    /// The number of rows.
    var rows: Int
    /// The x of each row if it is regular; it then has no file.
    var regularX: RegularX?
    /// The columns, x first.
    var columns: [ColumnRecord]
}

/// The file `manifest.json` of a dataset: its files, and their contents at one version.
///
/// The journal beside it has the later appends.
struct DatasetManifest: Codable, Sendable, Equatable {
    /// The layout that this version reads and writes.
    static let format = 3

    /// The layout of the folder.
    var format = Self.format
    /// The generation of the current files; each replacement increases it.
    var generation: Int
    /// The kind of x.
    var xKind: XKind
    /// The state when the manifest was written.
    var state: DatasetState
    /// Whether the journal has a header; `nil` in a manifest of an earlier version, whose journal may have none.
    var hasJournalHeader: Bool?
    /// The subject of the principal that wrote the dataset; `nil` without one, and in a manifest of an earlier version.
    var owner: String?
    /// The checksum of the properties above.
    var checksum = ""

    /// The manifest with its checksum.
    var sealed: DatasetManifest {
        var sealed = self
        sealed.checksum = ""
        sealed.checksum = SegmentChecksum.text(of: JSONFile.encode(sealed))
        return sealed
    }

    /// The file of a column, x being 0.
    func file(ofColumn index: Int) -> String { Self.file(ofColumn: index, generation: generation) }

    /// The file of a column in a generation, x being 0.
    static func file(ofColumn index: Int, generation: Int) -> String { "\(generation)-\(index).f64" }

    /// The file of a column's index.
    func indexFile(ofColumn index: Int) -> String { "\(generation)-\(index).index" }

    /// The file of the landmarks of x.
    var landmarksFile: String { "\(generation)-landmarks.f64" }

    /// The file of the appends since this manifest.
    var journal: String { "\(generation)-journal" }

    /// The mark of an unfinished generation, whose files are useless without a manifest.
    static func draftMark(ofGeneration generation: Int) -> String { "\(generation)-draft" }

    /// Whether a file is the mark of an unfinished generation.
    static func isDraftMark(_ file: String) -> Bool { file.hasSuffix("-draft") }

    /// The generation of a file; `nil` without one.
    static func generation(ofFile file: String) -> Int? {
        guard let dash = file.firstIndex(of: "-"), let generation = Int(file[..<dash]),
            (1..<DatasetState.largestCount).contains(generation)
        else { return nil }
        return generation
    }

    /// Whether a store may have written a file, under any manifest.
    static func mayName(_ file: String) -> Bool {
        let text = file.hasSuffix(".new") ? file.dropLast(4) : file[...]
        guard text != "manifest" else { return true }
        let rest = text.drop { $0.isNumber }
        guard rest.count < text.count, rest.first == "-" else { return false }
        let kind = rest.dropFirst().drop { $0.isNumber }
        return ["journal", "draft", "landmarks.f64", ".f64", ".index"].contains(String(kind))
    }

    /// Whether this manifest uses a file of the folder.
    func isCurrent(_ file: String) -> Bool {
        file == "manifest.json" || file.hasPrefix("\(generation)-") && !file.hasSuffix(".new")
    }
}
