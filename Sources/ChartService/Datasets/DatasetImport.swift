import ChartEngine
package import ChartSeries
package import ChartSessions
import ChartWire

/// Reads rows as their bytes arrive, and appends them to a draft block by block.
package struct DatasetImport {
    /// The most columns beside x; each is a file, which is mapped while the dataset is shown.
    static let mostColumns = 1024

    /// The number of rows in the draft.
    package var rows: Int { blocks.rows }
    /// The number of bytes read.
    package var bytes: Int { blocks.bytes }
    /// What is known of delimited text; `nil` for other formats.
    package var textReport: TextReport? { blocks.textReport }
    /// All that the import was given or has decided.
    package var dialect: ImportDialect? { blocks.dialect }
    /// The rows as they are read.
    package private(set) var blocks: RowBlocks
    private let makeDraft: (RowShape) throws -> any DatasetDraft
    private var started: (draft: any DatasetDraft, shape: RowShape)?

    /// Starts an import; it creates the draft once the columns are known.
    package init(from source: any RowSource, makeDraft: @escaping (RowShape) throws -> any DatasetDraft) {
        blocks = RowBlocks(from: source)
        self.makeDraft = makeDraft
    }

    /// Reads the next bytes.
    package mutating func append(_ piece: some Collection<UInt8>) throws {
        var started = started
        let makeDraft = makeDraft
        defer { self.started = started }
        try blocks.append(piece) { try Self.take($0, into: &started, makeDraft) }
    }

    /// Reads the rest.
    ///
    /// - Returns: The draft with all rows, possibly none.
    package mutating func finish() throws -> any DatasetDraft {
        var started = started
        let makeDraft = makeDraft
        defer { self.started = started }
        try blocks.finish { try Self.take($0, into: &started, makeDraft) }
        if let started { return started.draft }
        guard let shape = blocks.shapeWithoutRows else { throw Problem(.datasetEmpty, "There are no columns.") }
        try Self.check(shape, after: nil)
        let draft = try makeDraft(shape)
        started = (draft, shape)
        return draft
    }

    private static func take(
        _ block: RowBlock, into started: inout (draft: any DatasetDraft, shape: RowShape)?,
        _ makeDraft: (RowShape) throws -> any DatasetDraft
    ) throws {
        try check(block.shape, after: started?.shape)
        let draft = try started?.draft ?? makeDraft(block.shape)
        started = (draft, block.shape)
        try draft.append(block)
    }

    private static func isColumnName(_ name: String) -> Bool {
        (1...Series.longestName).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Refuses columns that no dataset can have.
    ///
    /// - Parameters:
    ///   - shape: The names.
    ///   - earlier: The names that were checked before, to which columns may have been added.
    /// - Throws: `dataset.too-large`, `dataset.column-name-invalid`.
    static func check(_ shape: RowShape, after earlier: RowShape?) throws(Problem) {
        let known = earlier?.columns.count ?? 0
        guard shape.columns.count > known || earlier == nil else { return }
        guard shape.columns.count <= mostColumns else {
            throw Problem(.datasetTooLarge, "A dataset has at most \(mostColumns) columns beside x.")
        }
        for name in (earlier == nil ? [shape.xName] : []) + shape.columns[known...] where !isColumnName(name) {
            throw Problem(
                .datasetColumnNameInvalid,
                "A column's name has 1 to \(Series.longestName) bytes and no control characters.")
        }
    }
}
