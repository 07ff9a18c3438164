package import ChartSeries
package import ChartSessions
import ChartWire

/// Reads rows as their bytes come, and moves them into a draft block by block.
package struct DatasetImport {
    /// A dataset has no more columns beside x: each is a file, and mapped while it is shown.
    static let mostColumns = 1024

    /// How many rows have gone into the draft.
    package var rows: Int { blocks.rows }
    /// How many bytes were read.
    package var bytes: Int { blocks.bytes }
    private var blocks: RowBlocks
    private let makeDraft: (RowShape) throws -> any DatasetDraft
    private var started: (any DatasetDraft)?

    /// Starts an import; the draft is made when the columns are known.
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

    /// Reads what is left.
    ///
    /// - Returns: The draft with all rows, possibly none.
    package mutating func finish() throws -> any DatasetDraft {
        var started = started
        let makeDraft = makeDraft
        defer { self.started = started }
        try blocks.finish { try Self.take($0, into: &started, makeDraft) }
        if let started { return started }
        guard let shape = blocks.shapeWithoutRows else { throw Problem(.datasetEmpty, "There are no columns.") }
        let draft = try Self.begin(shape, makeDraft)
        started = draft
        return draft
    }

    private static func take(
        _ block: RowBlock, into started: inout (any DatasetDraft)?, _ makeDraft: (RowShape) throws -> any DatasetDraft
    ) throws {
        let draft = try started ?? begin(block.shape, makeDraft)
        started = draft
        try draft.append(block)
    }

    private static func isColumnName(_ name: String) -> Bool {
        (1...SpecificationContext.longestName).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func begin(
        _ shape: RowShape, _ makeDraft: (RowShape) throws -> any DatasetDraft
    ) throws -> any DatasetDraft {
        guard shape.columns.count <= mostColumns else {
            throw Problem(.datasetTooLarge, "A dataset has at most \(mostColumns) columns beside x.")
        }
        for name in [shape.xName] + shape.columns where !isColumnName(name) {
            throw Problem(
                .datasetColumnNameInvalid,
                "A column's name has 1 to \(SpecificationContext.longestName) bytes and no control characters.")
        }
        return try makeDraft(shape)
    }
}
