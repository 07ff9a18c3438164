internal import ChartSeries
internal import ChartSessions
internal import ChartWire
internal import NIOCore

/// Reads rows as their bytes come, and moves them into a draft block by block.
struct DatasetImport {
    /// So many rows make a block; fewer wait for more.
    static let blockRows = 1 << 16
    /// A dataset has no more columns beside x: each is a file, and mapped while it is shown.
    static let mostColumns = 1024

    /// How many rows have gone into the draft.
    private(set) var rows = 0
    /// How many bytes were read.
    private(set) var bytes = 0
    private var source: any RowSource
    private let makeDraft: (RowShape) throws -> any DatasetDraft
    private var started: (any DatasetDraft)?

    /// Starts an import; the draft is made when the columns are known.
    init(from source: any RowSource, makeDraft: @escaping (RowShape) throws -> any DatasetDraft) {
        self.source = source
        self.makeDraft = makeDraft
    }

    /// Reads the next bytes.
    mutating func append(_ piece: ByteBufferView) throws {
        bytes += piece.count
        try source.append(piece)
        if source.rowCount >= Self.blockRows { _ = try takeBlock() }
    }

    /// Reads what is left.
    ///
    /// - Returns: The draft with all rows.
    mutating func finish() throws -> any DatasetDraft {
        try source.finish()
        while try takeBlock() {}
        guard let started else { throw Problem(.datasetEmpty, "There are no rows.") }
        return started
    }

    /// Moves a block.
    ///
    /// - Returns: Whether there was one.
    private mutating func takeBlock() throws -> Bool {
        guard let block = try source.takeRows() else { return false }
        let draft = try started ?? begin(block.shape)
        started = draft
        try draft.append(block)
        rows += block.x.count
        return true
    }

    private static func isColumnName(_ name: String) -> Bool {
        (1...SpecificationContext.longestName).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private func begin(_ shape: RowShape) throws -> any DatasetDraft {
        guard shape.columns.count <= Self.mostColumns else {
            throw Problem(.datasetTooLarge, "A dataset has at most \(Self.mostColumns) columns beside x.")
        }
        for name in [shape.xName] + shape.columns where !Self.isColumnName(name) {
            throw Problem(
                .datasetColumnNameInvalid,
                "A column's name has 1 to \(SpecificationContext.longestName) bytes and no control characters.")
        }
        return try makeDraft(shape)
    }
}
