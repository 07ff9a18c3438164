import CoreTestSupport
import Testing

@testable import ChartSeries

/// Tables in the shapes in which people have them.
struct FoundShapesTests {
    private struct Rows {
        var names: [String] = []
        var x: [Double] = []
        var columns: [[Double]] = []
        var leftOut: [String] = []
    }

    private func rows(
        _ bytes: [UInt8], _ options: ImportOptions = .init(), pieceLength: Int
    ) throws(ImportError) -> Rows {
        var stream = DialectStream(options: options)
        var rows = Rows()
        func take() throws(ImportError) {
            while let block = try stream.takeRows() {
                rows.names = [block.shape.xName] + block.shape.columns
                rows.x += block.x
                let columns = rows.columns.isEmpty ? block.columns.map { _ in [] } : rows.columns
                rows.columns = zip(columns, block.columns).map { $0 + $1 }
            }
        }
        for start in stride(from: 0, to: bytes.count, by: pieceLength) {
            try stream.append(bytes[start..<min(start + pieceLength, bytes.count)])
            try take()
        }
        try stream.finish()
        try take()
        rows.leftOut = stream.report?.leftOut ?? []
        return rows
    }

    /// Reads a text whole, and byte by byte with the same result.
    private func rows(_ bytes: [UInt8], _ options: ImportOptions = .init()) throws -> Rows {
        let whole = try rows(bytes, options, pieceLength: max(1, bytes.count))
        // Missing values are not equal, and their texts are.
        #expect(try "\(rows(bytes, options, pieceLength: 1))" == "\(whole)")
        return whole
    }

    private func rows(
        _ text: String, x: String? = nil, columns: [String]? = nil, _ dialect: TextDialect = TextDialect()
    ) throws -> Rows {
        try rows(Array(text.utf8), ImportOptions(xColumn: x, columns: columns, dialect: dialect))
    }

    private func fault(_ text: String, _ options: ImportOptions = .init()) -> ImportError? {
        do throws(ImportError) {
            _ = try rows(Array(text.utf8), options, pieceLength: 1 << 20)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [",A,B\n1,2,3\n2,4,5\n", ",A,B\r\r\n1,2,3\r2,4,5\r"])
    func `a first column without a name is x, called index`(text: String) throws {
        let found = try rows(text)
        #expect(found.names == ["index", "A", "B"] && found.x == [1, 2] && found.columns == [[2, 4], [3, 5]])
    }

    @Test(arguments: [
        "t,v,\n1,2\n3,4\n", "t,v\n1,2,\n3,4,\n", "t,v,\n1,2,\n3,4,\n", "t,v,,\n1,2,,,\n3,4\n",
        "t;v;\n1;2;\n3;4\n",
    ])
    func `delimiters at the end of lines are no columns`(text: String) throws {
        let found = try rows(text)
        #expect(found.names == ["t", "v"] && found.x == [1, 3] && found.columns == [[2, 4]])
    }

    @Test func `a column without a name is left out and reported`() throws {
        let found = try rows("t,,v\n1,7,2\n3,8,4\n")
        #expect(found.names == ["t", "v"] && found.columns == [[2, 4]] && found.leftOut == [""])
        let other = try rows(",t,v\n7,1,2\n8,3,4\n", x: "t")
        #expect(other.names == ["t", "v"] && other.x == [1, 3] && other.leftOut == [""])
    }

    @Test func `blank lines are never read`() throws {
        let found = try rows("\n  \nt,v\n\n1,2\n \n\n3,4\n\n")
        #expect(found.x == [1, 3] && found.columns == [[2, 4]])
        #expect(fault("t,v\n\n1,2\n\n3,x\n")?.line == 5)
    }

    @Test func `the names stand on a line that is given`() throws {
        let text = "\"Plot, of \"\"x\nstation 7\n\nt,v\n1,2\n3,4\n"
        let found = try rows(text, TextDialect(headerLine: 4))
        #expect(found.names == ["t", "v"] && found.x == [1, 3])
        #expect(fault(text, ImportOptions(dialect: TextDialect(headerLine: 5)))?.reason == .noHeader)
        #expect(fault(text, ImportOptions(dialect: TextDialect(headerLine: 50)))?.reason == .empty)
    }

    @Test func `lines that begin with a comment are not read`() throws {
        let text = "#datatype,long\n# made by hand\nt,v\n1,2\n#3,9\n3,\"4\"\n"
        let found = try rows(text, TextDialect(comment: "#"))
        #expect(found.names == ["t", "v"] && found.x == [1, 3] && found.columns == [[2, 4]])
        let units = try rows("// a\nt;v\n// b\n1;2\n", TextDialect(comment: "//"))
        #expect(units.x == [1] && units.columns == [[2]])
    }

    @Test func `a first line names the delimiter`() throws {
        for (mark, text) in [(";", "t;v\n1,5;2\n"), ("|", "t|v\n1,5|2\n"), ("\t", "t\tv\n1,5\t2\n")] {
            let found = try rows("sep=\(mark)\n" + text, TextDialect(numberFormat: try NumberPattern("1.234,56")))
            #expect(found.names == ["t", "v"] && found.x == [1.5] && found.columns == [[2]])
        }
        let other = try rows("sep=;\nt,v\n1,2\n", TextDialect(delimiter: UInt8(ascii: ",")))
        #expect(other.names == ["t", "v"] && other.x == [1])
    }

    @Test func `several columns are one date`() throws {
        let found = try rows("Date,Time,v\n1970-01-02,00:00,1\n1970-01-02,01:30,2\n", x: "Date,Time")
        #expect(found.names == ["Date Time", "v"] && found.x == [86_400_000, 91_800_000])
        let parts = try rows(
            "h,v,d,m,y\n0,1,2,1,1970\n7,2,2,1,1970\n", x: "y,m,d,h",
            TextDialect(dateFormat: try DateFormat("yyyy M d H")))
        #expect(parts.names == ["y m d h", "v"] && parts.x == [86_400_000, 111_600_000])
        #expect(fault("Date,v\n1,2\n", ImportOptions(xColumn: "Date,Time"))?.reason == .unknownColumn(name: "Time"))
    }

    @Test func `a name with a comma is quoted, or a text of its own`() throws {
        let text = "t,\"Temp, C\",v\n1,2,3\n"
        for columns in [["Temp, C"], ["\"Temp, C\""]] {
            #expect(try rows(text, columns: columns).names == ["t", "Temp, C"])
        }
        #expect(try rows(text, columns: ["v,\"Temp, C\""]).names == ["t", "v", "Temp, C"])
        #expect(try rows(text, x: "Temp, C").names == ["Temp, C", "t", "v"])
    }

    @Test(arguments: [
        ("1949-02", -660_009_600_000.0), ("2020-Q3", 1_593_561_600_000), ("2020-W05", 1_580_083_200_000),
        ("2020-W05-3", 1_580_256_000_000), ("2020-W53", 1_609_113_600_000), ("2021-W01-1", 1_609_718_400_000),
        ("2020-001", 1_577_836_800_000), ("2020-366", 1_609_372_800_000),
        ("2020-366 10:00 UTC", 1_609_408_800_000), ("2023-02-10 15:41:33.895+01", 1_676_040_093_895),
        ("2023-02-10 15:41:34 +0100", 1_676_040_094_000), ("2023-02-10T15:41 GMT", 1_676_043_660_000),
        ("2023-02-10T15:41 Z", 1_676_043_660_000),
    ])
    func `months, quarters, weeks, days of years and zones are read`(text: String, milliseconds: Double) {
        #expect(ISO8601(text)?.epochMilliseconds == milliseconds)
    }

    @Test func `a date format may lack the day, or month and day`() throws {
        #expect(
            try rows("t,v\n01/1970,1\n02/1970,2\n", TextDialect(dateFormat: DateFormat("MM/yyyy"))).x == [
                0, 2_678_400_000,
            ])
        #expect(
            try rows("t,v\n1970,1\n1971,2\n", TextDialect(dateFormat: DateFormat("yyyy"))).x == [0, 31_536_000_000])
        let zones = "t,v\n01.01.1970 02:00 +02,1\n01.01.1970 02:00UTC,2\n"
        for pattern in ["dd.MM.yyyy HH:mm Z", "dd.MM.yyyy HH:mmZ"] {
            #expect(try rows(zones, TextDialect(dateFormat: DateFormat(pattern))).x == [0, 7_200_000])
        }
    }

    @Test func `texts of missing values may be in any case`() throws {
        let found = try rows("t,v\n1,NaN\n2,nan\n3,ÉTÉ\n4,5\n", TextDialect(nullTexts: ["NAN", "été"]))
        #expect(found.x == [1, 2, 3, 4] && found.columns[0].prefix(3).allSatisfy(\.isNaN))
    }

    @Test func `a group of thousands does not begin with zero`() throws {
        let pattern = try NumberPattern("1.234,56")
        #expect(pattern.read(Array("0.123".utf8).span) == .notANumber)
        #expect(pattern.read(Array("0,123".utf8).span) == .value(0.123))
        #expect(pattern.read(Array("-1.023".utf8).span) == .value(-1023))
    }

    @Test(arguments: [(ImportOptions.XUnit.microseconds, 1e15), (.nanoseconds, 1e18), (.seconds, 1e9)])
    func `numbers of each unit are dates`(unit: ImportOptions.XUnit, number: Double) throws {
        let text = "t,v\n\(Int(number)),1\n"
        let options = ImportOptions(xKind: .date, xUnit: unit)
        #expect(try rows(Array(text.utf8), options).x == [1e12])
        for other in ImportOptions.XUnit.allCases where other != unit {
            let error = fault(text, ImportOptions(xKind: .date, xUnit: other))
            guard case .unlikelyDates(_, unit) = error?.reason else {
                Issue.record("\(other): \(String(describing: error))")
                continue
            }
            #expect(error?.column == "t")
            let taken = ImportOptions(xKind: .date, xUnit: other, dialect: TextDialect(isPlausible: false))
            if other.milliseconds(number) < 8e15 { #expect(fault(text, taken) == nil) }
        }
    }

    @Test func `one likely date, or none in any unit, is no reason to refuse`() {
        #expect(fault("t,v\n5,1\n1700000000000,2\n", ImportOptions(xKind: .date)) == nil)
        #expect(fault("t,v\n5,1\n6,2\n", ImportOptions(xKind: .date)) == nil)
        #expect(fault("t,v\n1700000000,1\n", ImportOptions()) == nil)
    }

    /// A zone that sets its clocks back by an hour from 3:00, and forward from 2:00 a day later.
    private static func clocks(_ civil: Int64) -> CivilInstants {
        let hour: Int64 = 3_600_000
        return switch civil / hour {
        case ..<2: CivilInstants(first: civil)
        case 2: CivilInstants(first: civil, second: civil + hour)
        case 3..<26: CivilInstants(first: civil + hour)
        case 26: CivilInstants(first: civil + hour, isSkipped: true)
        default: CivilInstants(first: civil)
        }
    }

    private func hours(_ times: [String], lastX: Double? = nil, sorted: Bool = false) throws(ImportError) -> [Double] {
        let text = "t,v\n" + times.map { "1970-01-0\($0),1\n" }.joined()
        let options = ImportOptions(
            instants: Self.clocks, lastX: lastX, dialect: TextDialect(sortedCells: sorted ? 100 : nil))
        return try rows(Array(text.utf8), options, pieceLength: 1000).x.map { $0 / 3_600_000 }
    }

    @Test func `an hour that is there twice goes by the order of the rows`() throws {
        #expect(try hours(["1 01:00", "1 02:00", "1 02:00", "1 03:00"]) == [1, 2, 3, 4])
        #expect(try hours(["1 02:00", "1 02:30", "1 02:00", "1 02:30"]) == [2, 2.5, 3, 3.5])
        #expect(try hours(["1 02:00"], lastX: 2.5 * 3_600_000) == [3])
        #expect(try hours(["1 02:30", "1 02:00"], sorted: true) == [2, 2.5])
        #expect(throws: ImportError(reason: .xDecreasingByClock, line: 4, column: "t")) {
            try hours(["1 02:00", "1 02:00", "1 02:00"])
        }
        #expect(throws: ImportError(reason: .xDecreasingByClock, line: 3, column: "t")) {
            try hours(["2 02:30", "2 03:00"])
        }
        #expect(try hours(["2 02:30", "2 04:00"]) == [27.5, 28])
    }

    @Test func `each encoding and each mark is read`() throws {
        let text = "t,Größe €\n1,2\n"
        let low = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let high = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let narrow = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value & 0xFF) }
        let given = { ImportOptions(dialect: TextDialect(encoding: $0)) }
        for (bytes, options) in [
            ([0xFF, 0xFE] + low, given(nil)), ([0xFE, 0xFF] + high, given(.windows1252)), (low, given(.utf16)),
            (narrow, given(.windows1252)), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), given(.utf16)),
            (Array(text.utf8), given(nil)), (Array(text.utf8), given(.utf8)),
        ] {
            let found = try rows(bytes, options)
            #expect(found.names == ["t", "Größe €"] && found.x == [1] && found.columns == [[2]])
        }
        for bytes in [low, narrow] {
            #expect(throws: ImportError(reason: .invalidUTF8, line: 1)) {
                try rows(bytes, given(nil), pieceLength: 1 << 20)
            }
        }
    }

    @Test func `a pair of surrogates may be cut`() throws {
        let text = "t,😀\n1,2\n"
        let bytes = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try rows(bytes, ImportOptions(dialect: TextDialect(encoding: .utf16))).names == ["t", "😀"])
    }
}
