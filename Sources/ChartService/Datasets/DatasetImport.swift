package import ChartSeries
package import ChartSessions
import ChartWire

/// Reads rows as their bytes arrive, and appends them to a draft block by block.
package struct DatasetImport {
    /// The most columns beside x; each is a file, which is mapped while the dataset is shown.
    package static let mostColumns = 1024

    /// The number of rows in the draft.
    package var rows: Int { blocks.rows }
    /// The number of bytes read.
    package var bytes: Int { blocks.bytes }
    /// What is known of delimited text; `nil` for other formats.
    package var textReport: TextReport? { blocks.textReport }
    /// The rules of the dataset that the body names; `nil` for none.
    package var rules: RulesPatch? { blocks.rules }
    private var blocks: RowBlocks
    private let makeDraft: (RowShape) throws -> any DatasetDraft
    private let key: RowRules.Key?
    private var started: Started?

    /// An import whose columns are known.
    private struct Started {
        let draft: any DatasetDraft
        var joiner: RowJoiner
    }

    /// Starts an import; it creates the draft once the columns are known.
    ///
    /// - Parameters:
    ///   - source: The rows.
    ///   - key: What makes rows the same row, which are joined then, where the body does not say it.
    ///   - makeDraft: Creates the draft.
    package init(
        from source: any RowSource, joiningBy key: RowRules.Key? = nil,
        makeDraft: @escaping (RowShape) throws -> any DatasetDraft
    ) {
        blocks = RowBlocks(from: source)
        self.key = key
        self.makeDraft = makeDraft
    }

    /// The key of the rows after a change of the rules.
    private static func key(_ patch: RulesPatch?, else key: RowRules.Key?) -> RowRules.Key? {
        var rules = RowRules()
        rules.key = key
        return (patch?.applied(to: rules) ?? rules).key
    }

    /// Reads the next bytes.
    package mutating func append(_ piece: some Collection<UInt8>) throws {
        var started = started
        let (makeDraft, key) = (makeDraft, key)
        defer { self.started = started }
        try blocks.append(piece) { try Self.take($0, into: &started, Self.key($1, else: key), makeDraft) }
    }

    /// Reads the rest.
    ///
    /// - Returns: The draft with all rows, possibly none.
    package mutating func finish() throws -> any DatasetDraft {
        var started = started
        let (makeDraft, key) = (makeDraft, key)
        defer { self.started = started }
        try blocks.finish { try Self.take($0, into: &started, Self.key($1, else: key), makeDraft) }
        if var last = started {
            if let rows = last.joiner.finish() { try last.draft.append(rows) }
            guard Self.key(blocks.rules, else: key) == nil || last.joiner.isJoining || !last.joiner.sawRepeats else {
                throw Problem(.propertyInvalid, "Rows of one x need the key before them.", pointer: "/key")
            }
            started = last
            return last.draft
        }
        guard let shape = blocks.shapeWithoutRows else { throw Problem(.datasetEmpty, "There are no columns.") }
        let draft = try Self.begin(shape, makeDraft)
        started = Started(draft: draft, joiner: RowJoiner(isJoining: false))
        return draft
    }

    private static func take(
        _ block: RowBlock, into started: inout Started?, _ key: RowRules.Key?,
        _ makeDraft: (RowShape) throws -> any DatasetDraft
    ) throws {
        var now: Started
        if let begun = started {
            now = begun
            started = nil
        } else {
            now = Started(draft: try begin(block.shape, makeDraft), joiner: RowJoiner(isJoining: key != nil))
        }
        defer { started = now }
        if let rows = now.joiner.join(block) { try now.draft.append(rows) }
    }

    static func isColumnName(_ name: String) -> Bool {
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
