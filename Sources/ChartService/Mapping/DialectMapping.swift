package import ChartSeries
package import ChartWire

/// The texts by which a caller describes delimited text; the query of a request and the command line have them alike.
package struct DialectTexts: Sendable {
    /// The query parameters that describe delimited text.
    package static let query = ["delimiter", "null", "dateFormat", "numberFormat", "sort", "skipBad"]
    /// The most rows that an import may skip.
    package static let mostSkippedRows = 1_000_000_000
    /// The most cells that a server sorts for an import: 128 MiB, and about twice that while it sorts.
    package static let sortedCells = 1 << 24

    /// `,`, `;`, `|` or `tab`.
    package var delimiter: String?
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

    /// Makes a description.
    package init(
        delimiter: String? = nil, null: [String] = [], dateFormat: String? = nil, numberFormat: String? = nil,
        sortedCells: Int? = nil, skipBad: Int = 0
    ) {
        self.delimiter = delimiter
        self.null = null
        self.dateFormat = dateFormat
        self.numberFormat = numberFormat
        self.sortedCells = sortedCells
        self.skipBad = skipBad
    }

    /// Reads the query of a request, which declares the parameters of ``query``.
    ///
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters) throws(Problem) {
        self.init(
            delimiter: query.text("delimiter"), null: try query.list("null") ?? [],
            dateFormat: query.text("dateFormat"), numberFormat: query.text("numberFormat"),
            sortedCells: try query.flag("sort") == true ? Self.sortedCells : nil,
            skipBad: try query.integer("skipBad", in: 0...Self.mostSkippedRows) ?? 0)
    }

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
        return TextDialect(
            delimiter: try delimiterByte(naming), nullTexts: null,
            dateFormat: try format(dateFormat, "dateFormat", naming) { text throws(FormatError) in try DateFormat(text)
            },
            numberFormat: try format(numberFormat, "numberFormat", naming) { text throws(FormatError) in
                try NumberPattern(text)
            },
            sortedCells: sortedCells, skippedRows: skipBad)
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
