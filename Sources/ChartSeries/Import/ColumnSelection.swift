/// Decides which columns of a header become x and the columns of a table.
struct ColumnSelection: Sendable {
    /// The destination of a column's cells.
    enum Target {
        /// They are x.
        case x
        /// They are the part of x at this position.
        case partOfX(Int)
        /// They fill the table's column at this position.
        case column(Int)
        /// Their texts make columns.
        case split
        /// The import ignores them.
        case skipped
    }

    /// The name of a first column that has none.
    static let nameOfIndex = "index"

    /// The name of x; those of its columns, joined by a blank.
    let xName: String
    /// The names of the table's columns, in order; with ``splitName`` those of the values of each text.
    private(set) var names: [String]
    /// The destination of each column of the header.
    private(set) var targets: [Target]
    /// The number of columns up to the last one with a name; a row has no fewer cells.
    let fewestCells: Int
    /// The names of the columns of x.
    let xNames: [String]
    /// The column whose texts make columns; `nil` without one.
    let splitName: String?
    /// The number of columns of x.
    var partsOfX: Int { xNames.count }

    /// Selects the columns.
    ///
    /// - Parameters:
    ///   - header: The names.
    ///   - options: The columns to take.
    ///   - line: The line of the header.
    ///   - isText: Whether the table is text: several of its columns may be x, and those without a name are left out, but
    ///     for a first one where the options name no x.
    /// - Throws: `ImportError` unless each selected column exists exactly once.
    init(header: [String], options: ImportOptions, line: Int, isText: Bool = false) throws(ImportError) {
        let header = isText ? Self.named(header, options) : header
        guard let first = header.first else { throw ImportError(reason: .noHeader, line: line) }
        let xNames = options.xColumn.map { isText ? Self.names([$0], in: header) : [$0] } ?? [first]
        var splitName: String?
        if case .by(let text)? = options.split {
            let texts = isText ? Self.names([text], in: header) : [text]
            splitName = texts.count == 1 ? texts[0] : text
        }
        let known = Set((xNames + [splitName].compactMap(\.self)).map { ExactName($0) })
        let wanted = options.columns.map { Self.names($0, in: header) }
        let names = (wanted ?? (isText ? header.filter { !$0.isEmpty } : header))
            .filter { !known.contains(ExactName($0)) }
        guard !names.isEmpty else { throw ImportError(reason: .noNumericColumn, line: line) }
        var occurrences: [ExactName: Int] = [:]
        for name in header { occurrences[ExactName(name), default: 0] += 1 }
        var targets: [ExactName: Target] = [:]
        let parts = xNames.enumerated().map { ($1, xNames.count == 1 ? Target.x : .partOfX($0)) }
        let splits = splitName.map { [($0, Target.split)] } ?? []
        for (name, target) in parts + splits + names.enumerated().map({ ($1, Target.column($0)) }) {
            let column = ImportError.excerpt(of: name)
            guard !name.isEmpty else { throw ImportError(reason: .noHeader, line: line) }
            guard let count = occurrences[ExactName(name)] else {
                throw ImportError(reason: .unknownColumn(name: column), line: line, column: column)
            }
            guard count == 1, targets.updateValue(target, forKey: ExactName(name)) == nil else {
                throw ImportError(reason: .duplicateColumn, line: line, column: column)
            }
        }
        xName = xNames.joined(separator: " ")
        self.names = names
        self.targets = header.map { targets[ExactName($0)] ?? .skipped }
        fewestCells = header.count - header.reversed().prefix(while: \.isEmpty).count
        self.xNames = xNames
        self.splitName = splitName
    }

    /// Adds a column to the header.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - isTaken: Whether its cells fill a column of the table.
    mutating func add(_ name: String, isTaken: Bool) {
        targets.append(isTaken ? .column(names.count) : .skipped)
        if isTaken { names.append(name) }
    }

    /// The names that texts stand for: a text that is a name, else a line of names as CSV has it.
    static func names(_ texts: [String], in header: [String]) -> [String] {
        let known = Set(header.map { ExactName($0) })
        return texts.flatMap { text in known.contains(ExactName(text)) ? [text] : names(inLine: text) }
    }

    /// The names in a line of CSV; the text itself where it is no such line.
    static func names(inLine text: String) -> [String] {
        let bytes = Array(text.utf8)
        var cursor = CSVCursor(bytes.span, delimiter: Comma())
        var names: [String] = []
        repeat {
            guard let name = (try? cursor.nextField(bytes.span))?.text(bytes.span) else { return [text] }
            names.append(name)
        } while cursor.endField(bytes.span)
        return cursor.position == bytes.count ? names : [text]
    }

    /// A line of CSV that stands for names of a header; see ``names(_:in:)``.
    static func line(of names: [String], in header: [String]) -> String {
        let quoted = { (name: String) in "\"" + name.replacing("\"", with: "\"\"") + "\"" }
        let needsQuotes = { (name: String) in
            name.isEmpty || name.utf8.contains { byte in [0x22, 0x2C, 0x0A, 0x0D].contains(byte) }
        }
        let line = names.map { needsQuotes($0) ? quoted($0) : $0 }.joined(separator: ",")
        let isName = names.count != 1 && header.contains { ExactName($0) == ExactName(line) }
        return isName ? names.map(quoted).joined(separator: ",") : line
    }

    /// The header with a name for its first column, if that is x and has none.
    static func named(_ header: [String], _ options: ImportOptions) -> [String] {
        guard header.first?.isEmpty == true else { return header }
        let isIndex = options.xColumn == nameOfIndex && !header.contains(nameOfIndex)
        return options.xColumn == nil || isIndex ? [nameOfIndex] + header.dropFirst() : header
    }
}
