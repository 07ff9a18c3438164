package import ChartSeries
package import ChartWire

/// The texts by which a caller describes delimited text; the query of a request and the command line have them alike.
package struct DialectTexts: Sendable {
    /// The query parameters that describe delimited text.
    package static let query = [
        "encoding", "delimiter", "headerLine", "comment", "null", "dateFormat", "numberFormat", "sort", "skipBad",
        "plausible",
    ]
    /// The most rows that an import may skip.
    package static let mostSkippedRows = 1_000_000_000
    /// The most cells that a server sorts for an import: 128 MiB, and about twice that while it sorts.
    package static let sortedCells = 1 << 24

    /// `utf-8`, `utf-16` or `windows-1252`.
    package var encoding: String?
    /// `,`, `;`, `|` or `tab`.
    package var delimiter: String?
    /// The line of the names, from 1.
    package var headerLine: Int?
    /// How lines begin that are not read.
    package var comment: String?
    /// The texts of missing values.
    package var null: [String]
    /// The pattern of the dates of x.
    package var dateFormat: String?
    /// The pattern of numbers.
    package var numberFormat: String?
    /// The most cells to sort; `nil` takes rows in order alone.
    package var sortedCells: Int?
    /// The most rows to skip.
    package var skipBad: Int
    /// Whether numbers that are read as dates must be likely ones.
    package var isPlausible: Bool

    /// Makes a description.
    package init(
        encoding: String? = nil, delimiter: String? = nil, headerLine: Int? = nil, comment: String? = nil,
        null: [String] = [], dateFormat: String? = nil, numberFormat: String? = nil, sortedCells: Int? = nil,
        skipBad: Int = 0, isPlausible: Bool = true
    ) {
        self.encoding = encoding
        self.delimiter = delimiter
        self.headerLine = headerLine
        self.comment = comment
        self.null = null
        self.dateFormat = dateFormat
        self.numberFormat = numberFormat
        self.sortedCells = sortedCells
        self.skipBad = skipBad
        self.isPlausible = isPlausible
    }

    /// Reads the query of a request, which declares the parameters of ``query``.
    ///
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters) throws(Problem) {
        self.init(
            encoding: query.text("encoding"), delimiter: query.text("delimiter"),
            headerLine: try query.integer("headerLine", in: 1...Self.lastHeaderLine), comment: query.text("comment"),
            null: try Self.nullTexts(query.text("null")),
            dateFormat: query.text("dateFormat"), numberFormat: query.text("numberFormat"),
            sortedCells: try query.flag("sort") == true ? Self.sortedCells : nil,
            skipBad: try query.integer("skipBad", in: 0...Self.mostSkippedRows) ?? 0,
            isPlausible: try query.flag("plausible") ?? true)
    }

    /// Reads the texts of missing values, a line of CSV.
    ///
    /// - Throws: `query.invalid` for an empty text among them.
    package static func nullTexts(_ line: String?, naming: OptionNaming = .query) throws(Problem) -> [String] {
        guard let line else { return [] }
        let texts = ImportOptions.names(inLine: line)
        guard !texts.contains("") else {
            throw Problem(
                .queryInvalid,
                "\(naming.name("null")) must be texts separated by commas, in quotes where one has a comma."
            )
        }
        return texts
    }

    /// Reads what `split` says: the name of a column, or `false`.
    package static func split(_ text: String?) -> ImportOptions.Split? {
        text.map { $0 == "false" ? .off : .by($0) }
    }

    /// The text or number of a member of a dialect.
    package typealias Member = Problem.Member.Value

    /// What a dialect was given or has decided, as a query has it; `nil` where there is nothing to send.
    ///
    /// - Parameters:
    ///   - dialect: The dialect.
    ///   - timeZone: The zone of dates without one.
    /// - Returns: The members in the order of an answer.
    package static func texts(of dialect: ImportDialect, timeZone: String) -> [(name: String, value: Member?)] {
        let delimiter = dialect.delimiter.map { byte in
            byte == UInt8(ascii: "\t") ? "tab" : String(Character(Unicode.Scalar(byte)))
        }
        let split: String? =
            switch dialect.split {
            case .by(let name)?: name
            case .off?: "false"
            case nil: nil
            }
        let line = dialect.headerLine.flatMap { $0 <= lastHeaderLine ? $0 : nil }
        var members: [(name: String, value: Member?)] = [
            ("delimiter", delimiter.map { .text($0) }), ("headerLine", line.map { .number($0) }),
            ("comment", dialect.comment.map { .text($0) }), ("x", dialect.x.map { .text($0) }),
            ("columns", dialect.columns.map { .text($0) }), ("dateFormat", dialect.dateFormat.map { .text($0) }),
            ("numberFormat", dialect.numberFormat.map { .text($0) }), ("timeZone", .text(timeZone)),
            ("xKind", dialect.isDate ? .text("date") : nil), ("xUnit", dialect.xUnit.map { .text($0.rawValue) }),
            ("null", dialect.nullTexts.map { .text($0) }), ("encoding", dialect.encoding.map { .text($0.rawValue) }),
            ("split", split.map { .text($0) }),
        ]
        if dialect.isSorted { members.append(("sort", .text("true"))) }
        if dialect.skippedRows > 0 { members.append(("skipBad", .number(dialect.skippedRows))) }
        if !dialect.isPlausible { members.append(("plausible", .text("false"))) }
        return members
    }

    /// The last line on which the names may stand.
    package static let lastHeaderLine = 1_000

    /// The most texts of missing values.
    private static let mostNullTexts = 64

    /// The dialect that the texts describe.
    ///
    /// - Parameter naming: How the caller names its options.
    /// - Returns: The dialect.
    /// - Throws: `query.invalid`, which names the option.
    package func dialect(naming: OptionNaming = .query) throws(Problem) -> TextDialect {
        guard null.count <= Self.mostNullTexts else {
            throw Problem(.queryInvalid, "\(naming.name("null")) has at most \(Self.mostNullTexts) texts.")
        }
        guard comment.map({ (1...16).contains($0.utf8.count) }) ?? true else {
            throw Problem(.queryInvalid, "\(naming.name("comment")) is a text of 1 to 16 bytes, such as #.")
        }
        let encoding = try encoding.map { text throws(Problem) in
            guard let encoding = TextEncoding(rawValue: text.lowercased()) else {
                let names = TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.queryInvalid, "\(naming.name("encoding")) must be one of \(names).")
            }
            return encoding
        }
        return TextDialect(
            encoding: encoding, delimiter: try delimiterByte(naming), headerLine: headerLine, comment: comment,
            nullTexts: null,
            dateFormat: try format(dateFormat, "dateFormat", naming) { text throws(FormatError) in try DateFormat(text)
            },
            numberFormat: try format(numberFormat, "numberFormat", naming) { text throws(FormatError) in
                try NumberPattern(text)
            },
            sortedCells: sortedCells, skippedRows: skipBad, isPlausible: isPlausible)
    }

    private func delimiterByte(_ naming: OptionNaming) throws(Problem) -> UInt8? {
        switch delimiter {
        case nil: nil
        case ",": UInt8(ascii: ",")
        case ";": UInt8(ascii: ";")
        case "|": UInt8(ascii: "|")
        case "tab", "\t": UInt8(ascii: "\t")
        default: throw Problem(.queryInvalid, "\(naming.name("delimiter")) must be one of , ; | tab.")
        }
    }

    private func format<Format>(
        _ text: String?, _ name: String, _ naming: OptionNaming, _ make: (String) throws(FormatError) -> Format
    ) throws(Problem) -> Format? {
        guard let text else { return nil }
        do throws(FormatError) {
            return try make(text)
        } catch {
            throw Problem(.queryInvalid, "\(naming.name(name)) cannot be \"\(text.prefix(64))\": \(error.reason).")
        }
    }
}
