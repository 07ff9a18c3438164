/// Builds a table row by row, with the same rules for every format.
public struct TableBuilder: Sendable {
    private var selection: ColumnSelection
    private var reader: XReader
    private var x: [Double] = []
    private var values: [[Double]]
    /// The columns that texts make; the rows are those of a long table then.
    private(set) var split: SplitColumns?
    /// The numbers of the texts of the rows.
    private var texts: [Double] = []
    private var lastLine = 1
    private var takenRows = 0
    private var lastTaken = -Double.infinity

    /// Makes a builder without rows.
    ///
    /// - Parameters:
    ///   - columns: The column names of the cells in a row, in order.
    ///   - options: The columns to take, and how to read x.
    /// - Throws: `ImportError`, on line 1, unless each selected column exists exactly once.
    public init(columns: [String], options: ImportOptions = .init()) throws(ImportError) {
        try self.init(selection: ColumnSelection(header: columns, options: options, line: 1), options: options)
    }

    init(selection: ColumnSelection, options: ImportOptions) {
        self.selection = selection
        reader = XReader(column: selection.xName, options: options)
        values = Array(repeating: [], count: selection.names.count)
        split = selection.splitName.map {
            SplitColumns(of: $0, xName: selection.xName, values: selection.names, dataset: options.dataset)
        }
    }

    /// Adds a row.
    ///
    /// After an error the builder must not be used again.
    ///
    /// - Parameters:
    ///   - row: One cell per column.
    ///   - line: The line or row number to report in an error, from 1.
    /// - Throws: `ImportError` if a cell does not fit its column.
    public mutating func append(row: [Cell], line: Int) throws(ImportError) {
        guard row.count == selection.targets.count else {
            let reason = ImportError.Reason.raggedRow(expected: selection.targets.count, found: row.count)
            throw ImportError(reason: reason, line: line)
        }
        if split != nil { try beginText(of: row, line) }
        if selection.partsOfX > 1 { try appendX(joining: row, line) }
        for (cell, target) in zip(row, selection.targets) {
            switch (target, cell) {
            case (.x, .number(let number)): try appendX(number, line: line)
            case (.x, .text(let text)): try appendX(text: Array(text.utf8).span, line: line)
            case (.x, .missing): throw reader.missing(line: line)
            case (.column(let index), .number(let number)): try append(number, to: index, line: line)
            case (.column(let index), .text(let text)): throw notANumber(text, column: index, line: line)
            case (.column(let index), .missing): appendMissing(to: index)
            case (.skipped, _), (.partOfX, _), (.split, _): break
            }
        }
        lastLine = line
        endRow()
    }

    /// Begins a row with its text among its cells.
    private mutating func beginText(of row: [Cell], _ line: Int) throws(ImportError) {
        for (cell, target) in zip(row, selection.targets) {
            guard case .split = target else { continue }
            switch cell {
            case .text(let text): try beginText(text, line: line)
            case .number(let number): try beginText(XReader.text(of: number, .number), line: line)
            case .missing: try beginText(nil, line: line)
            }
        }
    }

    /// Adds the cells of x, joined by a blank in the order in which they were named.
    private mutating func appendX(joining row: [Cell], _ line: Int) throws(ImportError) {
        var parts = Array(repeating: "", count: selection.partsOfX)
        for (cell, target) in zip(row, selection.targets) {
            guard case .partOfX(let part) = target else { continue }
            switch cell {
            case .text(let text): parts[part] = text
            case .number(let number): parts[part] = XReader.text(of: number, .number)
            case .missing: throw reader.missing(line: line)
            }
        }
        try appendX(text: Array(parts.joined(separator: " ").utf8).span, line: line)
    }

    /// Adds a column to the header, whose cells are missing in the rows before.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - isTaken: Whether its cells fill a column of the table.
    mutating func addColumn(_ name: String, isTaken: Bool) {
        selection.add(name, isTaken: isTaken)
        guard isTaken else { return }
        values.append(Array(repeating: .nan, count: rowCount))
        split?.add(value: name)
    }

    /// Adds rows that are given as columns.
    ///
    /// After an error the builder must not be used again.
    ///
    /// - Parameters:
    ///   - columns: The numbers of each column, equally many; NaN is a missing value, which x must not have.
    ///   - firstLine: The number of the first row, from which errors count.
    /// - Throws: `ImportError` if x is out of order or a number is infinite.
    public mutating func append(columns: [[Double]], firstLine: Int) throws(ImportError) {
        precondition(columns.count == selection.targets.count, "another number of columns")
        for (numbers, target) in zip(columns, selection.targets) {
            switch target {
            case .x:
                for (row, number) in numbers.enumerated() { try appendX(number, line: firstLine + row) }
                rowCount += numbers.count
            case .column(let index):
                if let row = numbers.firstIndex(where: \.isInfinite) {
                    throw notFinite(column: index, line: firstLine + row)
                }
                values[index].append(contentsOf: numbers)
            case .skipped, .partOfX, .split:
                break
            }
        }
        lastLine = firstLine + (columns.first?.count ?? 0) - 1
    }

    /// Returns the rows added since the last call, and removes them; later rows must still follow them in x.
    ///
    /// - Returns: The rows; `nil` if there are none.
    public mutating func takeRows() -> RowBlock? {
        guard rowCount > 0, let kind = reader.kind else { return nil }
        defer {
            takenRows += rowCount
            lastTaken = x.last ?? lastTaken
            rowCount = 0
            x.removeAll(keepingCapacity: true)
            texts.removeAll(keepingCapacity: true)
            for index in values.indices { values[index].removeAll(keepingCapacity: true) }
        }
        return RowBlock(
            shape: RowShape(
                xName: selection.xName, xKind: kind, columns: [selection.splitName].compactMap(\.self) + selection.names
            ),
            x: x, columns: split == nil ? values : [texts] + values)
    }

    /// The shape of future rows; the kind of x is `number` until the first row decides it.
    public var shapeWithoutRows: RowShape {
        RowShape(xName: selection.xName, xKind: .number, columns: split?.names ?? selection.names)
    }

    /// The number of columns beside x before texts make columns.
    var columnCount: Int { values.count }

    /// What the import has decided of x and of the columns.
    var decisions: (xNames: [String], columns: [String], xKind: XKind?, hasDatedNumbers: Bool) {
        (selection.xNames, selection.names, reader.kind, reader.hasDatedNumbers)
    }

    /// The number of rows not yet taken.
    public private(set) var rowCount = 0

    /// The number of cells not yet taken, including those of x.
    public var cellCount: Int { rowCount * (1 + (split?.names.count ?? values.count)) }

    /// The number of all rows, including those taken.
    public var totalRows: Int { takenRows + rowCount }

    /// Refuses numbers whose dates are all unlikely, if they are likely ones in another unit.
    func refuseUnlikelyDates() throws(ImportError) { try reader.refuseUnlikelyDates() }

    /// Makes the table.
    ///
    /// - Returns: The rows so far, as version 1.
    /// - Throws: `ImportError` with the reason `empty` if there are no rows.
    public func finish() throws(ImportError) -> Table {
        guard let kind = reader.kind, !x.isEmpty else { throw ImportError(reason: .empty, line: lastLine) }
        let columns = zip(selection.names, values).map { (name: $0, values: $1) }
        do {
            return try Table(xName: selection.xName, xKind: kind, x: x, columns: columns)
        } catch {
            preconditionFailure("a row that was accepted makes no table: \(error)")
        }
    }
}

extension TableBuilder {
    /// Reserves memory for `rows` rows in all.
    mutating func reserveCapacity(_ rows: Int) {
        x.reserveCapacity(rows)
        for index in values.indices {
            values[index].reserveCapacity(rows)
        }
    }

    /// Counts a row after all its cells were added.
    mutating func endRow() {
        rowCount += 1
        if split != nil, let last = x.last { split?.end(x: last) }
    }

    /// Begins a row of a long table.
    ///
    /// - Parameters:
    ///   - text: Its text; `nil` where it has none.
    ///   - line: The line to report in an error.
    /// - Throws: `ImportError` for a row without text, for a text too many, and for a column that is there already.
    mutating func beginText(_ text: String?, line: Int) throws(ImportError) {
        try split?.begin(text, line: line)
        texts.append(Double(split?.text ?? 0))
        reader.lastOfText = split?.lastOfText ?? reader.beforeFirstOfText
    }

    /// Removes the cells of a row that was not ended.
    mutating func dropIncompleteRow() {
        x.removeLast(x.count - rowCount)
        if split != nil {
            texts.removeLast(texts.count - rowCount)
            split?.drop()
        }
        reader.last = x.last ?? lastTaken
        if totalRows == 0 { reader.reset() }
        for index in values.indices { values[index].removeLast(values[index].count - rowCount) }
    }

    mutating func appendX(_ number: Double, line: Int) throws(ImportError) {
        x.append(try reader.read(number: number, line: line))
    }

    mutating func appendX(text: Span<UInt8>, line: Int) throws(ImportError) {
        x.append(try reader.read(text: text, line: line))
    }

    mutating func appendX(date: ISO8601, line: Int) throws(ImportError) {
        x.append(try reader.read(date: date, line: line))
    }

    mutating func append(_ number: Double, to index: Int, line: Int) throws(ImportError) {
        guard number.isFinite else { throw notFinite(column: index, line: line) }
        values[index].append(number)
    }

    mutating func appendMissing(to index: Int) {
        values[index].append(.nan)
    }

    func missingX(line: Int) -> ImportError {
        reader.missing(line: line)
    }

    func badDate(_ text: String?, line: Int) -> ImportError {
        reader.badDate(text, line: line)
    }

    func notFinite(column index: Int, line: Int) -> ImportError {
        ImportError(reason: .notFinite, line: line, column: selection.names[index])
    }

    /// Makes the error of a cell that holds no number; `nil` as text means that it is not UTF-8.
    func fault(of text: String?, column index: Int, line: Int) -> ImportError {
        guard let text else { return ImportError(reason: .invalidUTF8, line: line, column: selection.names[index]) }
        return notANumber(text, column: index, line: line)
    }

    func notANumber(_ text: String, column index: Int, line: Int) -> ImportError {
        let reason = ImportError.Reason.notANumber(text: ImportError.excerpt(of: text))
        return ImportError(reason: reason, line: line, column: selection.names[index])
    }
}
