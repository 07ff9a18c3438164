internal import ChartSeries
internal import ChartSessions

/// Moves the rows of an import into a draft as they come.
struct DatasetImport {
    /// So many rows make a block; fewer wait for more.
    static let blockRows = 1 << 16
    /// A dataset has no more columns beside x: each is an open file.
    static let mostColumns = 1024

    private let makeDraft: (RowShape) throws -> any DatasetDraft
    private var started: (any DatasetDraft)?

    /// Starts an import; the draft is made when the columns are known.
    init(makeDraft: @escaping (RowShape) throws -> any DatasetDraft) {
        self.makeDraft = makeDraft
    }

    /// Takes the next rows.
    mutating func take(_ block: RowBlock) throws {
        let draft = try started ?? makeDraft(block.shape)
        started = draft
        try draft.append(block)
    }

    /// What took the rows, once there was one.
    func draft() throws(ImportError) -> any DatasetDraft {
        guard let started else { throw ImportError(reason: .empty, line: 1) }
        return started
    }
}
