package import ChartSeries

/// A dataset as the catalog that several processes share knows it.
package struct SharedDataset: Sendable, Equatable {
    /// The dataset's name.
    package var name: String
    /// The version; it rises with each append, replacement and removal of the name, and never falls.
    package var version: Int
    /// The version of the first rows that an import has written; later ones are appends.
    package var firstVersion: Int
    /// The random name of these rows, which a replacement changes; valid as a part of a file's name.
    package var generation: String
    /// The columns and their summaries.
    package var summary: RowSummary
    /// The subject of the principal that wrote it; `nil` without one.
    package var owner: String?
    /// Whether the name has a dataset; `false` for a removed one, whose version goes on counting.
    package var isLive: Bool
    /// What people have noted about the data, once it was fetched; see ``RowSummary/events``.
    package var events: TableEvents?

    /// Creates a dataset.
    package init(
        name: String, version: Int, firstVersion: Int, generation: String, summary: RowSummary, owner: String? = nil,
        isLive: Bool = true
    ) {
        self.name = name
        self.version = version
        self.firstVersion = firstVersion
        self.generation = generation
        self.summary = summary
        self.owner = owner
        self.isLive = isLive
    }

    /// The name of its files in the cache of a process; no dataset of a client can have it.
    package var localName: String { "\(name)@\(generation)" }

    /// Takes over what people have noted about the data of the rows before.
    package mutating func keepEvents(of earlier: SharedDataset) {
        (events, summary.events) = (earlier.events, earlier.summary.events)
    }

    /// The first version with rows of which these are a continuation: that of the import, or of the last edit.
    package var firstVersionOfEdition: Int { max(firstVersion, summary.edits?.edition ?? 0) }

    /// Returns rows as this dataset has them: with its version, rules and edits.
    package func marking(_ table: Table) -> Table {
        table.numbered(version).with(rules: summary.rules ?? .standard, edits: summary.edits ?? [], events: events)
    }

    /// The description that clients see.
    package var description: TableDescription { summary.description(version: version) }

    /// The bytes of its values.
    package var bytes: Int { summary.bytes }
}

/// The columns of a dataset and what they hold in sum, without the rows.
package struct RowSummary: Codable, Sendable, Equatable {
    /// A column beside x.
    package struct Column: Codable, Sendable, Equatable {
        /// The name.
        package var name: String
        /// The smallest present value; `nil` when every value is missing.
        package var minimum: Double?
        /// The largest present value; `nil` when every value is missing.
        package var maximum: Double?
        /// How many values are missing.
        package var missing: Int
    }

    /// The name of the x column.
    package var xName: String
    /// What x measures.
    package var xKind: XKind
    /// The number of rows.
    package var rows: Int
    /// The first x; `nil` without rows.
    package var first: Double?
    /// The last x; `nil` without rows.
    package var last: Double?
    /// The columns beside x, in order.
    package var columns: [Column]
    /// How the dataset takes late and repeated rows; `nil` for the standard rules.
    package var rules: RowRules?
    /// The last changes that were no appends, the newest last; `nil` without one.
    package var edits: [TableEdit]?
    /// The version that the last change of the dataset's events made; `nil` for one that never had an event.
    package var events: Int?

    /// Sums up a table.
    package init(_ table: Table) {
        xName = table.xName
        xKind = table.xKind
        rows = table.rowCount
        first = table.extent?.first
        last = table.extent?.last
        columns = table.columns.map {
            Column(name: $0.name, minimum: $0.minimum, maximum: $0.maximum, missing: $0.missingCount)
        }
    }

    /// Remembers a change that was no append.
    package mutating func remember(_ edit: TableEdit, after earlier: [TableEdit]) {
        edits = earlier.followed(by: edit)
    }

    /// The columns as an import names them.
    package var shape: RowShape { RowShape(xName: xName, xKind: xKind, columns: columns.map(\.name)) }

    /// The bytes of all values.
    var bytes: Int { rows * (1 + columns.count) * MemoryLayout<Double>.size }

    /// Describes the rows to clients.
    package func description(version: Int) -> TableDescription {
        var extent: (first: Double, last: Double)?
        if let first, let last { extent = (first, last) }
        return TableDescription(
            xName: xName, xKind: xKind, extent: extent,
            columns: columns.map {
                .init(name: $0.name, minimum: $0.minimum, maximum: $0.maximum, missingCount: $0.missing)
            }, rowCount: rows, firstRow: edits?.firstRow ?? 0, version: version, rules: rules ?? .standard)
    }

    /// Returns the summary after an append.
    ///
    /// - Parameter piece: The next rows, with the same columns in any order, or with others that the rows before lack; the
    ///   first rows decide what x measures.
    /// - Returns: The summary of all rows.
    package func adding(_ piece: Table) -> RowSummary {
        var sum = self
        if rows == 0 { sum.xKind = piece.xKind }
        for added in piece.columns where !columns.contains(where: { ExactName($0.name) == ExactName(added.name) }) {
            sum.columns.append(Column(name: added.name, minimum: nil, maximum: nil, missing: rows))
        }
        sum.rows += piece.rowCount
        sum.first = first ?? piece.extent?.first
        sum.last = piece.extent?.last ?? last
        for index in sum.columns.indices {
            let before = sum.columns[index]
            guard let added = piece.column(named: before.name) else { continue }
            sum.columns[index].minimum = [before.minimum, added.minimum].compactMap(\.self).min()
            sum.columns[index].maximum = [before.maximum, added.maximum].compactMap(\.self).max()
            sum.columns[index].missing += added.missingCount
        }
        return sum
    }
}
