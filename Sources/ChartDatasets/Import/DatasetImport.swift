package import ChartSeries
package import ChartStores
import ChartWire

/// Reads rows as their bytes arrive, and hands them on block by block.
package struct DatasetImport<Rows> {
    /// An import whose columns are known.
    private struct Started {
        let rows: Rows
        var shape: RowShape
        var joiner: RowJoiner
    }

    /// The rows as they are read.
    package private(set) var blocks: RowBlocks
    /// The rules of the dataset that the body names; `nil` for none.
    package var rules: RulesPatch? { blocks.rules }
    private let taker: Taker
    private var started: Started?

    /// What takes the rows.
    private struct Taker {
        /// What makes rows the same row, which are joined then, where the body does not say it.
        let key: RowRules.Key?
        /// Starts, once the columns are known.
        let begin: (RowShape) throws -> Rows
        let append: (Rows, RowBlock) throws -> Void

        /// The key of the rows, by what the body has said so far.
        func key(_ patch: RulesPatch?) -> RowRules.Key? {
            var rules = RowRules()
            rules.key = key
            return (patch?.applied(to: rules) ?? rules).key
        }

        func take(_ block: RowBlock, into started: inout Started?, _ patch: RulesPatch?) throws {
            try block.shape.check(after: started?.shape)
            // The rows are held once, so that the joiner's are not copied.
            var now =
                try started.take()
                ?? Started(
                    rows: begin(block.shape), shape: block.shape, joiner: RowJoiner(isJoining: key(patch) != nil))
            defer { started = now }
            now.shape = block.shape
            if let joined = now.joiner.join(block) { try append(now.rows, joined) }
        }
    }

    fileprivate init(
        from source: any RowSource, joiningBy key: RowRules.Key?, begin: @escaping (RowShape) throws -> Rows,
        append: @escaping (Rows, RowBlock) throws -> Void
    ) {
        blocks = RowBlocks(from: source)
        taker = Taker(key: key, begin: begin, append: append)
    }

    /// Reads the next bytes.
    package mutating func append(_ piece: some Collection<UInt8>) throws {
        var started = started.take()
        defer { self.started = started }
        try blocks.append(piece) { [taker] block, patch in try taker.take(block, into: &started, patch) }
    }

    /// Reads the rest.
    ///
    /// - Returns: All rows, possibly none.
    /// - Throws: The source's error for invalid rows, or that of columns that no dataset can have.
    package mutating func finish() throws -> Rows {
        var started = started.take()
        defer { self.started = started }
        try blocks.finish { [taker] block, patch in try taker.take(block, into: &started, patch) }
        guard var last = started else {
            guard let shape = blocks.shapeWithoutRows else { throw Problem(.datasetEmpty, "There are no columns.") }
            try shape.check(after: nil)
            return try taker.begin(shape)
        }
        if let joined = last.joiner.finish() { try taker.append(last.rows, joined) }
        guard taker.key(blocks.rules) == nil || last.joiner.isJoining || !last.joiner.sawRepeats else {
            throw Problem(.propertyInvalid, "Rows of one x need the key before them.", pointer: "/key")
        }
        return last.rows
    }
}

extension DatasetImport where Rows == any DatasetDraft {
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
        self.init(from: source, joiningBy: key, begin: makeDraft) { try $0.append($1) }
    }
}

extension DatasetImport where Rows == RowTally {
    /// Starts an import that keeps no rows.
    ///
    /// - Parameters:
    ///   - source: The rows.
    ///   - key: What makes rows the same row, which are joined then, where the body does not say it.
    package init(tallying source: any RowSource, joiningBy key: RowRules.Key? = nil) {
        self.init(from: source, joiningBy: key, begin: RowTally.init) { $0.add($1) }
    }
}
