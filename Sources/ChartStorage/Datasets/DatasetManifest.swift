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

/// A file of a column, which holds its rows from one on; those behind the start of the next file do not count.
struct FilePart: Codable, Sendable, Equatable {
    /// The generation of the file.
    var generation: Int
    /// The first row in the file, a multiple of the rows of a segment.
    var from: Int
}

/// Where a manifest keeps what makes the rows of earlier editions.
struct HistoryRecord: Codable, Sendable, Equatable {
    /// The first version whose rows can be made.
    var floor: Int
    /// The generation of the file with the edits since then; 0 without one.
    var generation = 0
    /// The number of edits in the file.
    var steps = 0
    /// The number of words of these edits.
    var words = 0
    /// The version that the first edit made; 0 without one.
    var first = 0
    /// The last changes before the first edit that were no appends; `nil` without one.
    var base: [TableEdit]?
}

/// Where a manifest keeps what people have noted about the data.
struct EventsRecord: Codable, Sendable, Equatable {
    /// The version that their last change made, which names the file.
    var version: Int
    /// The checksum of the file.
    var checksum: String

    /// The file.
    var file: String { "events-\(version)" }
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
    /// How the dataset takes late and repeated rows; `nil` for the standard rules.
    var rules: RowRules?
    /// The last changes that were no appends, the newest last; `nil` without one.
    var edits: [TableEdit]?
    /// What makes the rows of earlier editions; `nil` for a dataset that was never changed but by appends.
    var history: HistoryRecord?
    /// What people have noted about the data; `nil` for a dataset that never had an event.
    var events: EventsRecord?
    /// The files of each column beside x, in the order of their rows; `nil` for one file of this generation.
    var parts: [FilePart]?
    /// The files of x, in the order of their rows; `nil` for one file of this generation.
    var xParts: [FilePart]?
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

    /// The files of a column, x being 0, with the first row of each.
    func files(ofColumn index: Int) -> [(name: String, from: Int)] {
        fileParts(ofColumn: index).map { (Self.file(ofColumn: index, generation: $0.generation), $0.from) }
    }

    /// The parts of a column, x being 0.
    func fileParts(ofColumn index: Int) -> [FilePart] {
        (index == 0 ? xParts : parts) ?? [FilePart(generation: generation, from: 0)]
    }

    /// The file with what makes the rows of earlier editions.
    static func historyFile(ofGeneration generation: Int) -> String { "\(generation)-editions" }

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
        if text.hasPrefix("events-") { return Int(text.dropFirst("events-".count)) != nil }
        let rest = text.drop { $0.isNumber }
        guard rest.count < text.count, rest.first == "-" else { return false }
        let kind = rest.dropFirst().drop { $0.isNumber }
        return ["journal", "draft", "editions", "landmarks.f64", ".f64", ".index"].contains(String(kind))
    }

    /// Whether this manifest uses a file of the folder.
    func isCurrent(_ file: String) -> Bool {
        if file == "manifest.json" || file.hasPrefix("\(generation)-") && !file.hasSuffix(".new") { return true }
        if let history, history.generation > 0, file == Self.historyFile(ofGeneration: history.generation) {
            return true
        }
        if file == events?.file { return true }
        guard parts != nil || xParts != nil else { return false }
        return state.columns.indices.contains { column in files(ofColumn: column).contains { $0.name == file } }
    }
}
