import ChartSeries
import ChartWire

/// Reads bare numbers: little-endian doubles, one whole column after the other, as arrays lie in memory.
struct DoubleRowSource: RowSource {
    private static let width = 8

    private let options: ImportOptions
    private let columns: [String]
    private var builder: TableBuilder
    private var bytes: [UInt8] = []
    private var next = 0

    /// - Throws: `query.invalid` when `columns` does not name every column.
    init(options: ImportOptions) throws(Problem) {
        guard let columns = options.columnNames, columns.count >= 2 else {
            throw Problem(
                .queryInvalid, "Bare numbers need ?columns= with the name of each column, x among them, in their order."
            )
        }
        (self.options, self.columns) = (options, columns)
        do throws(ImportError) {
            builder = try TableBuilder(columns: columns, options: options)
        } catch {
            throw Problem(error, place: .query)
        }
    }

    /// Always 0, because the rows are known only once the whole body has arrived.
    var rowCount: Int { 0 }

    var cellCount: Int { 0 }

    var holdsBody: Bool { true }

    var shapeWithoutRows: RowShape? { builder.shapeWithoutRows }

    var dialect: ImportDialect? {
        var dialect = ImportDialect(options, builder, header: columns)
        // They name each column of the body, x among them.
        dialect.columns = ImportDialect.line(of: columns)
        return dialect
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        self.bytes.append(contentsOf: bytes)
    }

    mutating func finish() throws {
        guard !bytes.isEmpty else { throw Problem(.datasetEmpty, "There are no rows.") }
        guard bytes.count.isMultiple(of: Self.width * columns.count) else {
            throw Problem(
                .datasetRagged,
                "The body has \(bytes.count) bytes, which are not \(columns.count) columns of the same number of doubles."
            )
        }
    }

    mutating func takeRows() throws -> RowBlock? {
        let rows = bytes.count / (Self.width * columns.count)
        let count = min(rows - next, RowBlocks.mostRows, max(1, RowBlocks.mostCells / columns.count))
        guard count > 0 else { return nil }
        let values = columns.indices.map { column in
            (next..<(next + count)).map { row in
                let place = Self.width * (column * rows + row)
                let bits = unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
                // Zero has no sign.
                return Double(bitPattern: UInt64(littleEndian: bits)) + 0
            }
        }
        do throws(ImportError) {
            try builder.append(columns: values, firstLine: next + 1)
        } catch {
            throw Problem(error, place: .array(row: error.line - 1))
        }
        next += count
        return builder.takeRows()
    }
}
