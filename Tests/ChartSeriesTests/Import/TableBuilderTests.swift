import ChartSeries
import Testing

struct TableBuilderTests {
    @Test func `rows of numbers, dates and missing values make a table`() throws {
        var builder = try TableBuilder(columns: ["date", "a", "b"])
        try builder.append(row: [.text("2024-10-15"), .number(1), .missing], line: 1)
        try builder.append(row: [.text("2024-10-15T16:00:13Z"), .missing, .number(2)], line: 2)
        let table = try builder.finish()
        #expect(table.xKind == .date)
        #expect(table.x == [1_728_950_400_000, 1_729_008_013_000])
        #expect(isSame(table.columns[0].values, [1, .nan]))
        #expect(isSame(table.columns[1].values, [.nan, 2]))
    }

    @Test func `options apply to rows as to text`() throws {
        let options = ImportOptions(xColumn: "t", columns: ["a"], xKind: .date, xUnit: .seconds)
        var builder = try TableBuilder(columns: ["note", "t", "a"], options: options)
        try builder.append(row: [.text("first"), .number(1.5), .number(7)], line: 1)
        try builder.append(row: [.missing, .text("1970-01-01T00:00:02Z"), .number(8)], line: 2)
        let table = try builder.finish()
        #expect(table.x == [1500, 2000])
        #expect(table.columns.map(\.values) == [[7, 8]])
    }

    @Test(
        arguments: [
            ([.number(1), .text("2")], .notANumber(text: "2"), "a"),
            ([.number(1), .number(.infinity)], .notFinite, "a"),
            ([.number(.nan), .number(1)], .notFinite, "x"),
            ([.missing, .number(1)], .missingX, "x"),
            ([.number(-1), .number(1)], .xDecreasing, "x"),
            ([.text("2024-10-15"), .number(1)], .notANumber(text: "2024-10-15"), "x"),
            ([.number(1)], .raggedRow(expected: 2, found: 1), nil),
            ([.number(1), .number(1), .missing], .raggedRow(expected: 2, found: 3), nil),
        ] as [([Cell], ImportError.Reason, String?)])
    func `an error names the row and the column of a cell that does not fit`(
        row: [Cell], reason: ImportError.Reason, column: String?
    ) throws {
        var builder = try TableBuilder(columns: ["x", "a"])
        try builder.append(row: [.number(0), .number(0)], line: 1)
        #expect(throws: ImportError(reason: reason, line: 2, column: column)) {
            try builder.append(row: row, line: 2)
        }
    }

    @Test func `a date column takes no plain number unless asked to`() throws {
        var builder = try TableBuilder(columns: ["x", "a"])
        try builder.append(row: [.text("2024-10-15"), .number(0)], line: 1)
        #expect(throws: ImportError(reason: .badDate(text: "5"), line: 2, column: "x")) {
            try builder.append(row: [.number(5), .number(0)], line: 2)
        }
    }

    @Test func `without rows there is no table, without columns no builder`() throws {
        let builder = try TableBuilder(columns: ["x", "a"])
        #expect(throws: ImportError(reason: .empty, line: 1)) { try builder.finish() }
        #expect(throws: ImportError(reason: .noHeader, line: 1)) { try TableBuilder(columns: []) }
        #expect(throws: ImportError(reason: .noNumericColumn, line: 1)) { try TableBuilder(columns: ["x"]) }
    }
}
