import ChartSeries

/// What a manifest says of a column.
struct ColumnRecord: Codable, Sendable, Equatable {
    /// The column's name.
    var name: String
    /// The smallest present value; none when every value is missing.
    var minimum: Double?
    /// The largest present value; none when every value is missing.
    var maximum: Double?
    /// How many values are missing.
    var missing: Int
    /// The checksums of the full segments, in a journal those that are full since the manifest.
    var sealed: [String]
    /// The checksum of the open segment.
    var open: String
}

/// Where x that is not stored starts and how far its rows are apart.
struct RegularX: Codable, Sendable, Equatable {
    /// The x of the first row.
    var start: Double
    /// What the x of a row is above that of the row before.
    var step: Double
}

/// What a dataset's files hold, as of one version.
struct DatasetState: Codable, Sendable, Equatable {
    /// The dataset's version, as clients see it.
    var version: Int
    /// The number of rows.
    var rows: Int
    /// The x of each row where it is regular, and has no file then.
    var regularX: RegularX?
    /// The columns, x first.
    var columns: [ColumnRecord]
}

/// The file `manifest.json` of a stored dataset: what its folder holds, and as of which version.
///
/// Appends since then stand in the journal beside it.
struct DatasetManifest: Codable, Sendable, Equatable {
    /// The layout that this version reads and writes.
    static let format = 3

    /// The layout of the folder.
    var format = Self.format
    /// Which files are current; it rises with each replacement.
    var generation: Int
    /// What x measures.
    var xKind: XKind
    /// What the files held when the manifest was written.
    var state: DatasetState
    /// Whether the journal has a header; nothing in a manifest of an earlier version, whose journal may have none.
    var hasJournalHeader: Bool?
    /// The checksum of all that is said above.
    var checksum = ""

    /// The manifest as it is written, with its checksum.
    var sealed: DatasetManifest {
        var sealed = self
        sealed.checksum = ""
        sealed.checksum = SegmentChecksum.text(of: JSONFile.encode(sealed))
        return sealed
    }

    /// The file of a column, x being 0.
    func file(ofColumn index: Int) -> String { Self.file(ofColumn: index, generation: generation) }

    /// The file of a column of some generation, x being 0.
    static func file(ofColumn index: Int, generation: Int) -> String { "\(generation)-\(index).f64" }

    /// The file of a column's index.
    func indexFile(ofColumn index: Int) -> String { "\(generation)-\(index).index" }

    /// The file of the landmarks of x.
    var landmarksFile: String { "\(generation)-landmarks.f64" }

    /// The file of the appends since this manifest.
    var journal: String { "\(generation)-journal" }

    /// The mark of a generation that is being written: without a manifest its files are of no use.
    static func draftMark(ofGeneration generation: Int) -> String { "\(generation)-draft" }

    /// The generation that a file belongs to; `nil` for one that belongs to none.
    static func generation(ofFile file: String) -> Int? {
        guard let dash = file.firstIndex(of: "-"), let generation = Int(file[..<dash]),
            (1..<DatasetState.largestCount).contains(generation)
        else { return nil }
        return generation
    }

    /// Whether a file of a dataset's folder may have been written by a store, under this manifest or another.
    static func mayName(_ file: String) -> Bool {
        let text = file.hasSuffix(".new") ? file.dropLast(4) : file[...]
        guard text != "manifest" else { return true }
        let rest = text.drop { $0.isNumber }
        guard rest.count < text.count, rest.first == "-" else { return false }
        let kind = rest.dropFirst().drop { $0.isNumber }
        return ["journal", "draft", "landmarks.f64", ".f64", ".index"].contains(String(kind))
    }

    /// Whether a file of the folder is in use under this manifest.
    func isCurrent(_ file: String) -> Bool {
        file == "manifest.json" || file.hasPrefix("\(generation)-") && !file.hasSuffix(".new")
    }
}
