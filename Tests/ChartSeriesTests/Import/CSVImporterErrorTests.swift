import ChartSeries
import CoreTestSupport
import Testing

struct CSVImporterErrorTests {
    typealias Reason = ImportError.Reason

    private func expectError(
        _ text: String, _ reason: Reason, line: Int, column: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectError(text, .init(), reason, line: line, column: column, sourceLocation: sourceLocation)
    }

    private func expectError(
        _ text: String, _ options: ImportOptions, _ reason: Reason, line: Int, column: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: ImportError(reason: reason, line: line, column: column), sourceLocation: sourceLocation) {
            try CSVImporter.table(from: Array(text.utf8), options: options)
        }
    }

    @Test func `text without bytes or without rows is empty`() {
        expectError("", .empty, line: 1)
        expectError("\u{FEFF}", .empty, line: 1)
        expectError("x,a\n", .empty, line: 1)
        expectError("x,a", .empty, line: 1)
        expectError("x,a\r\n\r\n", .empty, line: 1)
    }

    @Test func `the first line must name the columns`() {
        expectError("1,2\n3,4\n", .noHeader, line: 1)
        expectError("2024-10-15,5\n", .noHeader, line: 1)
        expectError("\n\n1,2\n3,4\n", .noHeader, line: 3)
        expectError(",\n1,2\n", .noHeader, line: 1)
    }

    @Test func `each selected column must exist exactly once`() {
        expectError("x,a,a\n1,2,3\n", .duplicateColumn, line: 1, column: "a")
        expectError("x,x,a\n1,2,3\n", .duplicateColumn, line: 1, column: "x")
        expectError("x,a\n1,2\n", .init(columns: ["a", "a"]), .duplicateColumn, line: 1, column: "a")
        expectError("x,a\n1,2\n", .init(columns: ["b"]), .unknownColumn(name: "b"), line: 1, column: "b")
        expectError("x,a\n1,2\n", .init(xColumn: "t"), .unknownColumn(name: "t"), line: 1, column: "t")
        expectError("x\n1\n", .noNumericColumn, line: 1)
        expectError("x,\n1,2\n", .noNumericColumn, line: 1)
        expectError("x,a\n1,2\n", .init(columns: []), .noNumericColumn, line: 1)
        expectError("x,a\n1,2\n", .init(columns: ["x"]), .noNumericColumn, line: 1)
    }

    @Test func `duplicate names matter only in selected columns`() throws {
        let table = try CSVImporter.table(from: Array("x,a,b,b,\n1,2,3,4,5\n".utf8), options: .init(columns: ["a"]))
        #expect(table.columns.map(\.name) == ["a"])
    }

    @Test func `a row has as many cells as the header`() {
        expectError("x,a\n1,2\n3\n", .raggedRow(expected: 2, found: 1), line: 3)
        expectError("x,a\n1,2,3\n", .raggedRow(expected: 2, found: 3), line: 2)
        expectError("x,a\n1,2,,3\n", .raggedRow(expected: 2, found: 4), line: 2)
    }

    @Test func `a column of numbers holds numbers`() {
        expectError("x,a\n1,2\n3,four\n", .notANumber(text: "four"), line: 3, column: "a")
        expectError("x,a\n1,\"1,5\"\n", .notANumber(text: "1,5"), line: 2, column: "a")
        expectError("x,a\n1,\"say \"\"no\"\"\"\n", .notANumber(text: "say \"no\""), line: 2, column: "a")
        expectError("x,a\n1,\"2\"3\n", .notANumber(text: "\"2\"3"), line: 2, column: "a")
        expectError("x,a\n1,2024-10-15\n", .notANumber(text: "2024-10-15"), line: 2, column: "a")
        expectError("x,a\n1,1 2\r\n", .notANumber(text: "1 2"), line: 2, column: "a")
        expectError("x,a\none,2\n", .notANumber(text: "one"), line: 2, column: "x")
        expectError("x,a\n1,2\n2024-10-15,3\n", .notANumber(text: "2024-10-15"), line: 3, column: "x")
    }

    @Test func `text in an error is cut to forty characters`() {
        let long = String(repeating: "ä", count: 50)
        let cut = String(repeating: "ä", count: 39) + "…"
        expectError("x,a\n1,\(long)\n", .notANumber(text: cut), line: 2, column: "a")
        let whole = String(repeating: "z", count: 40)
        expectError("x,a\n1,\(whole)\n", .notANumber(text: whole), line: 2, column: "a")
        expectError("x,a\n1,2\n", .init(xColumn: long), .unknownColumn(name: cut), line: 1, column: cut)
    }

    @Test func `every number is finite`() {
        expectError("x,a\n1,NaN\n", .notFinite, line: 2, column: "a")
        expectError("x,a\n1,1e999\n", .notFinite, line: 2, column: "a")
        expectError("x,a\ninf,1\n", .notFinite, line: 2, column: "x")
        expectError("x,a\n1e308,1\n", .init(xKind: .date, xUnit: .seconds), .notFinite, line: 2, column: "x")
        expectError(
            "x,a\n8.64e15,1\n9.1e18,1\n", .init(xKind: .date), .badDate(text: "9.1e+18"), line: 3, column: "x")
    }

    @Test func `a column of dates holds dates`() {
        expectError("t,a\n2024-10-15,1\n2024-02-30,1\n", .badDate(text: "2024-02-30"), line: 3, column: "t")
        expectError("t,a\n2024-10-15,1\n7,1\n", .badDate(text: "7"), line: 3, column: "t")
        expectError("t,a\n2024-13-01,1\n", .badDate(text: "2024-13-01"), line: 2, column: "t")
        expectError("t,a\nsoon,1\n", .init(xKind: .date), .badDate(text: "soon"), line: 2, column: "t")
    }

    @Test func `x must be present and must not decrease`() {
        expectError("x,a\n1,2\n,3\n", .missingX, line: 3, column: "x")
        expectError("x,a\n1,2\n0.5,3\n", .xDecreasing, line: 3, column: "x")
        expectError("t,a\n2024-10-15,2\n2024-10-14,3\n", .xDecreasing, line: 3, column: "t")
    }

    @Test func `a quoted cell must end`() {
        expectError("x,a\n1,2\n3,\"4\n5,6\n", .unterminatedQuote, line: 3)
        expectError("x,\"a\n", .unterminatedQuote, line: 1)
    }

    @Test func `line ends inside quotes count as lines`() {
        expectError("x,\"a\nb\"\n1,2\n3,oops\n", .notANumber(text: "oops"), line: 4, column: "a\nb")
    }

    @Test(arguments: [("x,", "\n1,2\n", 1, nil), ("x,a\n1,", "\n", 2, "a")] as [(String, String, Int, String?)])
    func `text must be UTF-8`(before: String, after: String, line: Int, column: String?) {
        let bytes = Array(before.utf8) + [0xFF, 0x61] + Array(after.utf8)
        #expect(throws: ImportError(reason: .invalidUTF8, line: line, column: column)) {
            try CSVImporter.table(from: bytes)
        }
    }

    @Test func `text in UTF-16 is refused as invalid UTF-8`() {
        let bytes = "x,a\n1,2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(throws: ImportError(reason: .invalidUTF8, line: 1)) {
            try CSVImporter.table(from: [0xFF, 0xFE] + bytes)
        }
    }

    @Test(arguments: seeds(200))
    func `any bytes give a table or an error`(seed: UInt64) {
        let alphabet = Array("0123456789.-+eEx,,,,\"\"\n\n\r TZ:é".utf8)
        var state = seed
        var bytes = Array("x,a\n".utf8)
        for _ in 0..<60 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes.append(alphabet[Int(state >> 33) % alphabet.count])
        }
        for end in 0...bytes.count {
            do {
                #expect(try CSVImporter.table(from: Array(bytes[..<end])).rowCount > 0)
            } catch {
                #expect(error.line >= 1)
            }
        }
    }
}
