/// Decides which columns of a header become x and the columns of a table.
struct ColumnSelection: Sendable {
    /// The destination of a column's cells.
    enum Target {
        /// They are x.
        case x
        /// They fill the table's column at this position.
        case column(Int)
        /// The import ignores them.
        case skipped
    }

    let xName: String
    /// The names of the table's columns, in order.
    let names: [String]
    /// The destination of each column of the header.
    let targets: [Target]

    init(header: [String], options: ImportOptions, line: Int) throws(ImportError) {
        guard let xName = options.xColumn ?? header.first else { throw ImportError(reason: .noHeader, line: line) }
        let names = (options.columns ?? header).filter { ExactName($0) != ExactName(xName) }
        guard !names.isEmpty else { throw ImportError(reason: .noNumericColumn, line: line) }
        var occurrences: [ExactName: Int] = [:]
        for name in header {
            occurrences[ExactName(name), default: 0] += 1
        }
        var positions: [ExactName: Int] = [:]
        for (position, name) in ([xName] + names).enumerated() {
            let column = ImportError.excerpt(of: name)
            guard !name.isEmpty else { throw ImportError(reason: .noHeader, line: line) }
            guard let count = occurrences[ExactName(name)] else {
                throw ImportError(reason: .unknownColumn(name: column), line: line, column: column)
            }
            guard count == 1, positions.updateValue(position - 1, forKey: ExactName(name)) == nil else {
                throw ImportError(reason: .duplicateColumn, line: line, column: column)
            }
        }
        self.xName = xName
        self.names = names
        targets = header.map { name in
            guard let position = positions[ExactName(name)] else { return .skipped }
            return position < 0 ? .x : .column(position)
        }
    }
}
