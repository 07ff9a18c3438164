import ChartSeries
import ChartStores

/// Writes a new generation of a dataset into its folder, beside the current files.
final class DatasetFileDraft: DatasetDraft {
    /// The most missing values that are written at once.
    private static let missingAtOnce = 1 << 16

    private let directory: DatasetDirectory
    let owner: String?
    private let name: String
    private var shape: RowShape
    private let folder: String
    private let generation: Int
    private var x: ColumnFileWriter
    private var regularity = RegularityCheck()
    private var columns: [ColumnFileWriter] = []
    private var manifest: DatasetManifest?
    private var isCommitted = false

    init(
        _ directory: DatasetDirectory, name: String, shape: RowShape, owner: String?, generation: Int
    ) throws(DatasetStoreError) {
        self.directory = directory
        self.owner = owner
        self.name = name
        self.shape = shape
        self.generation = generation
        folder = directory.folder(of: name)
        _ = try File(folder + "/" + DatasetManifest.draftMark(ofGeneration: generation), .create)
        // After a power loss, files without their mark would pass for a dataset that has lost its manifest.
        try Folder.synchronize(folder)
        x = try ColumnFileWriter(folder + "/" + DatasetManifest.file(ofColumn: 0, generation: generation))
        for _ in shape.columns { try addColumn() }
    }

    /// Adds the file of a column whose values are missing in the rows so far.
    private func addColumn() throws(DatasetStoreError) {
        let file = DatasetManifest.file(ofColumn: columns.count + 1, generation: generation)
        var column = try ColumnFileWriter(folder + "/" + file)
        let missing = [Double](repeating: .nan, count: min(x.summary.rows, Self.missingAtOnce))
        for start in stride(from: 0, to: x.summary.rows, by: Self.missingAtOnce) {
            try column.append(missing.span.extracting(first: min(missing.count, x.summary.rows - start)))
        }
        columns.append(column)
    }

    deinit {
        if !isCommitted { directory.discard(name, generation: generation) }
    }

    func append(_ block: RowBlock) throws(DatasetStoreError) {
        precondition(block.columns.count >= columns.count, "a block of another shape")
        while columns.count < block.columns.count { try addColumn() }
        shape.columns = block.shape.columns
        regularity.look(at: block.x.span)
        try x.append(block.x.span)
        for (index, values) in block.columns.enumerated() { try columns[index].append(values.span) }
    }

    func prepare() throws(DatasetStoreError) {
        if regularity.result == nil { try x.synchronize() }
        for column in columns { try column.synchronize() }
        let manifest = manifest(version: 1)
        try DatasetJournal.create(folder + "/" + manifest.journal)
        if manifest.state.regularX != nil { try Folder.remove(folder + "/" + manifest.file(ofColumn: 0)) }
        try StoredDataset.writeIndexes(of: manifest, in: folder)
        self.manifest = manifest
    }

    func commit(version: Int, life: DatasetLife) throws(DatasetStoreError) -> Table {
        guard var manifest else { preconditionFailure("a draft that was not prepared") }
        manifest.state.version = version
        manifest.rules = life.rules == .standard ? nil : life.rules
        manifest.edits = life.edits.isEmpty ? nil : life.edits
        manifest.events = try EventsRecord(life.events, before: nil, in: folder)
        manifest.history = try HistoryRecord(life.history, before: nil, generation: generation, in: folder)
        let table = try directory.adopt(name, coming: manifest)
        isCommitted = true
        return table
    }

    private func manifest(version: Int) -> DatasetManifest {
        var records = [x.summary.record(name: shape.xName)]
        for (name, column) in zip(shape.columns, columns) { records.append(column.summary.record(name: name)) }
        return DatasetManifest(
            generation: generation, xKind: shape.xKind,
            state: DatasetState(
                version: version, rows: x.summary.rows, regularX: regularity.result, columns: records),
            hasJournalHeader: true, owner: owner)
    }
}
