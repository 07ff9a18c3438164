/// Reads records, each a list of named cells, as the rows of a table.
///
/// The first records, up to 1,000 of them and 64 KiB, decide which names hold text. A name that comes later adds a
/// column to a new table, which is missing in the rows before.
public struct RecordStream: Sendable {
    /// A record: its cells by their names, in order.
    public typealias Record = [(name: String, cell: Cell)]

    private let options: ImportOptions
    /// The first records with their lines; `nil` once the import is decided.
    private var sample: [(record: Record, line: Int)]? = []
    private var sampleBytes = 0
    private var header: [String] = []
    private var positions: [ExactName: Int] = [:]
    private var builder: TableBuilder?
    private var sorter: RowSorter?
    private var long: LongTable?
    private var line = 1
    private var isFinished = false
    /// What the import has found out so far.
    public private(set) var report = TextReport()

    /// Makes a stream before its first record.
    ///
    /// - Parameter options: The columns to take, and how to read x.
    public init(options: ImportOptions = .init()) {
        self.options = options
        sorter = options.dialect.sortedCells.map { RowSorter(mostCells: $0) }
    }

    /// Reads a record.
    ///
    /// After an error the stream must not be used again.
    ///
    /// - Parameters:
    ///   - record: The cells.
    ///   - bytes: The length of the record in bytes.
    ///   - line: Its line, from 1.
    /// - Throws: `ImportError` with the line and the name of the first error.
    public mutating func append(_ record: Record, bytes: Int, line: Int) throws(ImportError) {
        guard sample != nil else { return try add(record, line) }
        sample?.append((record, line))
        sampleBytes += bytes
        let isFull = sampleBytes >= DialectSample.mostBytes || sample?.count == DialectSample.rowsClassified
        if isFull { try decide() }
    }

    /// Ends the records, and sorts the rows where the options say so.
    ///
    /// - Throws: `ImportError` with the line and the name of the first error; `empty` if there was no record.
    public mutating func finish() throws(ImportError) {
        if sample != nil { try decide() }
        if options.dialect.isPlausible { try builder?.refuseUnlikelyDates() }
        try sortRows()
        sorter?.sort()
        isFinished = true
    }

    /// Whether all rows stay in memory, to be sorted at the end.
    public var sorts: Bool { sorter != nil }

    /// All that the import was given or has decided so far.
    public var dialect: ImportDialect { ImportDialect(options, builder, header: header) }

    /// The shape of future rows; `nil` before the names are known.
    public var shapeWithoutRows: RowShape? { builder?.shapeWithoutRows }

    /// The number of rows not yet taken; rows to sort count from the end on.
    public var rowCount: Int { (sorter?.rowCount ?? builder?.rowCount ?? 0) + (long?.waits == true ? 1 : 0) }

    /// The number of cells not yet taken, including those of x.
    public var cellCount: Int { sorter?.cellCount ?? builder?.cellCount ?? 0 }

    /// Returns some of the rows read since the last call, and removes them; `nil` if there are none.
    ///
    /// - Throws: `ImportError` where added columns make too large a table.
    public mutating func takeRows() throws(ImportError) -> RowBlock? {
        guard let names = builder?.split, var long = long.take() else { return takeReadRows() }
        defer { self.long = long }
        return try long.takeRows(names, line: line, isLast: isFinished) { takeReadRows() }
    }

    private mutating func takeReadRows() -> RowBlock? {
        sorter != nil ? sorter?.takeRows() : builder?.takeRows()
    }

    /// Hands the rows read so far to the sorter, if there is one.
    private mutating func sortRows() throws(ImportError) {
        guard sorter != nil, let block = builder?.takeRows() else { return }
        try sorter?.add(block, line: line)
    }

    private mutating func add(_ record: Record, _ line: Int) throws(ImportError) {
        self.line = line
        var row = [Cell](repeating: .missing, count: header.count)
        for (index, (name, cell)) in record.enumerated() {
            let isInOrder = index < header.count && ExactName(header[index]) == ExactName(name)
            if let position = isInOrder ? index : positions[ExactName(name)] {
                row[position] = cell
            } else {
                row.append(try addColumn(name, cell, line) ? cell : .missing)
            }
        }
        try builder?.append(row: row, line: line)
        if long == nil, let builder, let most = options.mostCells {
            guard builder.totalRows * (1 + builder.columnCount) <= most else {
                throw ImportError(reason: .tooManyCells(most), line: line)
            }
        }
        if sorter != nil, builder?.rowCount == RowSorter.rowsOfBlock { try sortRows() }
    }

    /// Adds a column for a name that no record had before.
    ///
    /// - Returns: Whether its cells fill a column of the table.
    private mutating func addColumn(_ name: String, _ cell: Cell, _ line: Int) throws(ImportError) -> Bool {
        var isText = false
        if case .text = cell { isText = true }
        let isTaken = options.columns == nil && !isText
        guard !isTaken || options.dataset == nil else {
            throw ImportError(reason: .unknownColumn(name: ImportError.excerpt(of: name)), line: line)
        }
        guard !name.isEmpty else { throw ImportError(reason: .noHeader, line: line) }
        if isText, options.columns == nil { report.leftOut.append(name) }
        positions[ExactName(name)] = header.count
        header.append(name)
        builder?.addColumn(name, isTaken: isTaken)
        return isTaken
    }

    /// Finds the columns by the first records, and reads these.
    private mutating func decide() throws(ImportError) {
        guard let sample = sample.take() else { return }
        guard let first = sample.first else { throw ImportError(reason: .empty, line: 1) }
        for (record, _) in sample {
            for (name, _) in record where positions[ExactName(name)] == nil {
                positions[ExactName(name)] = header.count
                header.append(name)
            }
        }
        var options = options
        let xNames = options.xColumn.map { ColumnSelection.names([$0], in: header) } ?? Array(header.prefix(1))
        var kept = xNames
        if case .by(let text)? = options.split { kept += ColumnSelection.names([text], in: header) }
        if options.columns == nil { report.leftOut = textColumns(sample, beside: kept) }
        if options.split == nil, options.dataset == nil, !report.leftOut.isEmpty {
            let (columns, line) = longColumns(sample, xNames)
            guard columns.isEmpty else { throw ImportError(reason: .longTable(columns: columns), line: line) }
        }
        if options.columns == nil {
            options.columns = try takenColumns(beside: kept, line: first.line)
        }
        let selection = try ColumnSelection(header: header, options: options, line: first.line, isText: true)
        builder = TableBuilder(selection: selection, options: options)
        if selection.splitName != nil { long = LongTable(xName: selection.xName, mostCells: options.mostCells) }
        for (record, line) in sample { try add(record, line) }
    }

    /// The columns that the table gets, where the options name none.
    ///
    /// Those of rows to append are the dataset's: records may lack some.
    private mutating func takenColumns(beside kept: [String], line: Int) throws(ImportError) -> [String] {
        let left = Set((kept + report.leftOut).map { ExactName($0) })
        let names = header.filter { !left.contains(ExactName($0)) }
        guard let dataset = options.dataset, options.split == nil || options.split == .off else { return names }
        let known = Set(dataset.columns.map { ExactName($0) })
        if let stranger = names.first(where: { !known.contains(ExactName($0)) }) {
            throw ImportError(reason: .unknownColumn(name: ImportError.excerpt(of: stranger)), line: line)
        }
        for name in dataset.columns where positions[ExactName(name)] == nil {
            positions[ExactName(name)] = header.count
            header.append(name)
        }
        return dataset.columns
    }

    /// The columns to leave out because they hold text; none if no other would remain.
    private func textColumns(_ sample: [(record: Record, line: Int)], beside kept: [String]) -> [String] {
        var holds = header.map { _ in (numbers: 0, texts: 0) }
        for (record, _) in sample {
            for (name, cell) in record {
                guard let position = positions[ExactName(name)] else { continue }
                switch cell {
                case .number: holds[position].numbers += 1
                case .text: holds[position].texts += 1
                case .missing: break
                }
            }
        }
        let stays = Set((kept + options.dialect.keptColumns).map { ExactName($0) })
        let beside = header.indices.filter { index in !kept.contains { ExactName($0) == ExactName(header[index]) } }
        let leftOut = beside.filter {
            !stays.contains(ExactName(header[$0])) && holds[$0].texts >= max(1, 9 * holds[$0].numbers)
        }
        return leftOut.count < beside.count ? leftOut.map { header[$0] } : []
    }

    /// The columns of text that make a long table, and the line of the first row that repeats an x.
    private func longColumns(
        _ sample: [(record: Record, line: Int)], _ xNames: [String]
    ) -> (names: [String], line: Int) {
        var check = LongTableCheck(columns: report.leftOut.count, isSorted: sorter != nil)
        for (record, line) in sample {
            let text = { (name: String) -> [UInt8] in
                switch record.first(where: { ExactName($0.name) == ExactName(name) })?.cell {
                case .text(let text)?: Array(text.utf8)
                case .number(let number)?: Array("\(number)".utf8)
                case .missing?, nil: []
                }
            }
            check.look(at: Array(xNames.map(text).joined(separator: [0])), texts: report.leftOut.map(text), line: line)
        }
        return (check.columns.map { report.leftOut[$0] }, check.line)
    }
}
