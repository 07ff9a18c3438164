/// Reads delimited text that arrives in pieces, and finds out how it is written.
///
/// It looks at the first 64 KiB for the delimiter and for columns of text. Plain comma-separated values go to
/// ``CSVStream``, so that the search costs nothing for each row; other text goes to a slower reader.
public struct DialectStream: Sendable {
    private let options: ImportOptions
    /// The bytes of the sample; `nil` once the import is decided.
    private var sample: [UInt8]? = []
    private var decoder: TextDecoder
    private var plain: CSVStream?
    private var general: PieceBuffer<DialectImporter>?
    private var sorter: RowSorter?
    private var long: LongTable?
    private var found: TextReport?
    /// The names of the text, once the import is decided.
    private var header: [String] = []
    private var isFinished = false

    /// Makes a stream before its first byte.
    ///
    /// - Parameter options: The columns to take, how to read x, and what is known of the dialect.
    public init(options: ImportOptions = .init()) {
        self.options = options
        decoder = TextDecoder(options.dialect.encoding)
        sorter = options.dialect.sortedCells.map { RowSorter(mostCells: $0) }
    }

    /// Reads more bytes.
    ///
    /// After an error the stream must not be used again.
    ///
    /// - Parameter bytes: The next bytes of the text.
    /// - Throws: `ImportError` with the line and column of the first error.
    public mutating func append(_ bytes: some Collection<UInt8>) throws(ImportError) {
        let bytes = decoder.decode(bytes)
        guard sample != nil else { return try feed(bytes) }
        sample?.append(contentsOf: bytes)
        if (sample?.count ?? 0) >= DialectSample.mostBytes { try decide(isWhole: false) }
    }

    /// Reads the remaining bytes as the end of the text, and sorts the rows where the dialect says so.
    ///
    /// - Throws: `ImportError` with the line and column of the first error; `empty` if there was no header.
    public mutating func finish() throws(ImportError) {
        let rest = decoder.decode([], isLast: true)
        if sample != nil {
            sample?.append(contentsOf: rest)
            try decide(isWhole: true)
        } else if !rest.isEmpty {
            try feed(rest)
        }
        try plain?.finish()
        try general?.finish()
        try endRows()
        isFinished = true
    }

    /// Reads the complete rows of the bytes so far, as if no others came.
    ///
    /// - Throws: `ImportError` with the line and column of the first error.
    public mutating func finishCompleteRows() throws(ImportError) {
        if sample != nil { try decide(isWhole: false) }
        try endRows()
        isFinished = true
    }

    private mutating func endRows() throws(ImportError) {
        if options.dialect.isPlausible {
            try plain?.refuseUnlikelyDates()
            try general?.reader.builder?.refuseUnlikelyDates()
        }
        try sortRows()
        sorter?.sort()
    }

    /// Whether all rows stay in memory, to be sorted at the end.
    public var sorts: Bool { sorter != nil }

    /// What the import has found out so far; `nil` before the first 64 KiB or the end.
    public var report: TextReport? {
        var report = general?.reader.report ?? found
        if let plain, plain.builder != nil { report?.headerLine = plain.headerLine }
        return report
    }

    /// All that the import was given or has decided so far.
    public var dialect: ImportDialect {
        var dialect = ImportDialect(options, builder, header: header, skippedRows: report?.skippedRows ?? 0)
        dialect.delimiter = report?.delimiter
        dialect.headerLine = report?.headerLine
        dialect.encoding = decoder.encoding ?? options.dialect.encoding ?? .utf8
        return dialect
    }

    /// The rows that are being read; `nil` before the header was.
    private var builder: TableBuilder? { plain?.builder ?? general?.reader.builder }

    /// The shape of future rows; `nil` before the header was read.
    public var shapeWithoutRows: RowShape? { builder?.shapeWithoutRows }

    /// The number of rows not yet taken; rows to sort count from the end on.
    public var rowCount: Int { (sorter?.rowCount ?? builder?.rowCount ?? 0) + (long?.waits == true ? 1 : 0) }

    /// The number of cells not yet taken, including those of x.
    public var cellCount: Int { sorter?.cellCount ?? builder?.cellCount ?? 0 }

    /// Returns some of the rows read since the last call, and removes them; `nil` if there are none.
    ///
    /// - Throws: `ImportError` where the texts of a column make too large a table.
    public mutating func takeRows() throws(ImportError) -> RowBlock? {
        guard let names = general?.reader.builder?.split, var long = long.take() else { return takeReadRows() }
        defer { self.long = long }
        let line = general?.reader.line ?? 1
        return try long.takeRows(names, line: line, isLast: isFinished) { takeReadRows() }
    }

    /// Returns some of the rows as they were read.
    private mutating func takeReadRows() -> RowBlock? {
        if sorter != nil { return sorter?.takeRows() }
        return plain?.takeRows() ?? general?.reader.takeRows()
    }

    private mutating func feed(_ bytes: some Collection<UInt8>) throws(ImportError) {
        try plain?.append(bytes)
        try general?.append(bytes)
        try sortRows()
    }

    /// Hands the rows read so far to the sorter, if there is one.
    private mutating func sortRows() throws(ImportError) {
        guard sorter != nil, let block = general?.reader.takeRows() else { return }
        try sorter?.add(block, line: general?.reader.line ?? 1)
    }

    /// Chooses the reader by the sample, and passes the sample on to it.
    private mutating func decide(isWhole: Bool) throws(ImportError) {
        guard let bytes = sample.take() else { return }
        let sample = DialectSample(bytes, isWhole: isWhole, options: options)
        let delimiter = sample.delimiter()
        var report = TextReport(delimiter: delimiter)
        report.leftOut = sample.textColumns(delimiter: delimiter)
        var options = options
        options.dialect.headerLine = sample.headerLine
        header = sample.header(delimiter: delimiter)
        found = report
        if !report.leftOut.isEmpty {
            if options.split == nil, options.dataset == nil {
                let (columns, line) = sample.longColumns(among: report.leftOut, delimiter: delimiter)
                guard columns.isEmpty else { throw ImportError(reason: .longTable(columns: columns), line: line) }
            }
            options.columns = header.filter { !$0.isEmpty && !report.leftOut.contains($0) }
        }
        if sample.hasBlankNames(delimiter: delimiter) { report.leftOut.append("") }
        found = report
        let hasOneX = options.xColumn.map { ColumnSelection.names([$0], in: header).count == 1 }
        if delimiter == Comma().byte && !options.dialect.hasRules && hasOneX ?? true && !options.isSplit {
            plain = CSVStream(options: options)
        } else {
            general = PieceBuffer(DialectImporter(options: options, report: report))
            if options.isSplit { long = LongTable(xName: xName, mostCells: options.mostCells) }
        }
        try feed(bytes)
    }

    /// The name of x; those of its columns, joined by a blank.
    private var xName: String {
        let names = options.xColumn.map { ColumnSelection.names([$0], in: header) } ?? Array(header.prefix(1))
        return names.joined(separator: " ")
    }
}
