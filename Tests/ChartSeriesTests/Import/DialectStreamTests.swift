import CoreTestSupport
import Testing

@testable import ChartSeries

struct DialectStreamTests {
    /// The result of an import: all rows and what was found out, or the error.
    enum Outcome: Equatable {
        case rows(RowShape?, x: [UInt64], columns: [[UInt64]], TextReport?)
        case fault(ImportError)

        /// The rows without the report.
        var withoutReport: Outcome {
            if case .rows(let shape, let x, let columns, _) = self {
                .rows(shape, x: x, columns: columns, nil)
            } else {
                self
            }
        }
    }

    /// Reads pieces of a length.
    private func read(_ text: [UInt8], _ options: ImportOptions = .init(), pieceLength: Int = .max) -> Outcome {
        var stream = DialectStream(options: options)
        var shape: RowShape?
        var columns: [[UInt64]] = []
        func take() throws(ImportError) {
            while let block = try stream.takeRows() {
                shape = block.shape
                let found = ([block.x] + block.columns).map { $0.map(\.bitPattern) }
                columns = columns.isEmpty ? found : zip(columns, found).map { $0 + $1 }
            }
        }
        do throws(ImportError) {
            var start = 0
            while start < text.count {
                let end = start + min(pieceLength, text.count - start)
                try stream.append(text[start..<end])
                try take()
                start = end
            }
            try stream.finish()
            try take()
        } catch {
            return .fault(error)
        }
        return .rows(shape, x: columns.first ?? [], columns: Array(columns.dropFirst()), stream.report)
    }

    private func read(_ text: String, _ dialect: TextDialect = TextDialect()) -> Outcome {
        read(Array(text.utf8), ImportOptions(dialect: dialect))
    }

    private func rows(_ text: String, _ dialect: TextDialect = TextDialect()) throws -> (
        x: [Double], columns: [[Double]], report: TextReport
    ) {
        guard case .rows(_, let x, let columns, let report?) = read(text, dialect) else {
            throw FormatError(reason: "\(read(text, dialect))")
        }
        let numbers = { (bits: [UInt64]) in bits.map { Double(bitPattern: $0) } }
        return (numbers(x), columns.map(numbers), report)
    }

    @Test(arguments: [
        ("t,v\n1,2\n", ","), ("t;v\n1;2\n", ";"), ("t\tv\n1\t2\n", "\t"), ("t|v\n1|2\n", "|"),
        ("\u{FEFF}t;v\r\n1;2\r\n", ";"), ("\"a,b\";v\n1;2\n", ";"), ("price, EUR;v;w\n1;2;3\n", ";"),
        ("t,v\n1,2", ","), ("t,\"v;w|x\"\n1,2\n", ","), ("t,a;b\n1,2\n", ","), ("t;v\n", ";"), ("t;v", ";"),
    ])
    func `the delimiter is found in the first lines`(text: String, delimiter: Character) throws {
        #expect(try rows(text).report.delimiter == delimiter.asciiValue)
    }

    @Test func `the number format decides between two delimiters`() throws {
        let dialect = TextDialect(numberFormat: try NumberPattern("1.234,56"))
        let found = try rows("t, s;v\n1,5;2\n2,5;3\n", dialect)
        #expect(found.report.delimiter == UInt8(ascii: ";"))
        #expect(found.x == [1.5, 2.5] && found.columns == [[2, 3]])
    }

    @Test func `a header without the named columns rules a delimiter out`() {
        let outcome = read(Array("t,a,n;m;o\n1,2,q;3;4\n".utf8), ImportOptions(columns: ["a"]))
        guard case .rows(_, _, let columns, let report) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(columns == [[Double(2).bitPattern]] && report?.delimiter == UInt8(ascii: ","))
    }

    @Test func `a given delimiter is taken as it is`() {
        #expect(
            read("t;v\n1;2\n", TextDialect(delimiter: UInt8(ascii: "|")))
                == .fault(ImportError(reason: .noNumericColumn, line: 1)))
    }

    @Test func `columns of text are left out, and a word among numbers is not`() throws {
        let found = try rows("t,city,v,note\n1,Rome,2,\n2,,3,a\n")
        #expect(found.report.leftOut == ["city", "note"] && found.columns == [[2, 3]])
        #expect(
            read("t,v\n1,2\n2,two\n")
                == .fault(ImportError(reason: .notANumber(text: "two"), line: 3, column: "v")))
        #expect(
            read("t,v\n1,two\n") == .fault(ImportError(reason: .notANumber(text: "two"), line: 2, column: "v")))
        #expect(
            read("t,v,w\n1,two,3\n", TextDialect(keptColumns: ["v"]))
                == .fault(ImportError(reason: .notANumber(text: "two"), line: 2, column: "v")))
    }

    @Test func `numbers of another format are refused and not left out`() {
        #expect(
            read("t;v;w\n1;1,5;2\n2;2,5;3\n")
                == .fault(ImportError(reason: .notANumber(text: "1,5"), line: 2, column: "v")))
        #expect(
            read("t,v,w\n1,NA,2\n2,NA,3\n")
                == .fault(ImportError(reason: .notANumber(text: "NA"), line: 2, column: "v")))
    }

    @Test func `a column of text may hold one number in ten`() throws {
        let text = "t,v,w\n" + (1...10).map { "\($0),\($0 == 4 ? "7" : "a"),\($0)\n" }.joined()
        #expect(try rows(text, TextDialect(skippedRows: 10)).report.leftOut == ["v"])
        #expect(
            read(text.replacing("8,a", with: "8,7"))
                == .fault(ImportError(reason: .notANumber(text: "a"), line: 2, column: "v")))
    }

    @Test func `named texts are missing values`() throws {
        let found = try rows("t,v,w\n1,NA,-\n2,3,-999\n", TextDialect(nullTexts: ["NA", "-", "-999"]))
        #expect(found.columns[0][0].isNaN && found.columns[0][1] == 3)
        #expect(found.columns[1].allSatisfy(\.isNaN) && found.report.leftOut.isEmpty)
        #expect(
            read("t,v\nNA,1\n", TextDialect(nullTexts: ["NA"]))
                == .fault(ImportError(reason: .missingX, line: 2, column: "t")))
    }

    @Test func `dates and numbers are read by their formats`() throws {
        let dialect = TextDialect(
            dateFormat: try DateFormat("dd/MM/yyyy HH:mm"), numberFormat: try NumberPattern("1.234,56 €"))
        let found = try rows("when;price\n02/01/1970 00:00;1.234,50 €\n02/01/1970 01:00;-3\n", dialect)
        #expect(found.x == [86_400_000, 90_000_000] && found.columns == [[1234.5, -3]])
        #expect(
            read("when;price\n1970-01-02;1\n", dialect)
                == .fault(ImportError(reason: .badDate(text: "1970-01-02"), line: 2, column: "when")))
    }

    @Test func `rows are sorted by x, and equal ones keep their order`() throws {
        let found = try rows("t,v\n3,1\n1,2\n2,3\n1,4\n", TextDialect(sortedCells: 8))
        #expect(found.x == [1, 1, 2, 3] && found.columns == [[2, 4, 3, 1]])
        #expect(
            read("t,v\n3,1\n1,2\n2,3\n1,4\n", TextDialect(sortedCells: 7))
                == .fault(ImportError(reason: .tooLargeToSort(mostCells: 7), line: 6)))
    }

    @Test func `many sorted rows come in blocks`() throws {
        let count = 150_000
        let lines = (0..<count).map { "\((($0 * 7919) % count)),\($0)\n" }.joined()
        let found = try rows("t,v\n" + lines, TextDialect(sortedCells: 1 << 20))
        #expect(found.x == (0..<count).map { Double($0) })
        #expect(zip(found.x, found.columns[0]).allSatisfy { Int($0) == (Int($1) * 7919) % count })
    }

    @Test func `rows that do not fit are skipped up to a number, and reported`() throws {
        let text = "t,v\n1,2\n2,two\n3\n,4\n0,5\n\n4,inf\n5,6\n"
        let found = try rows(text, TextDialect(skippedRows: 5))
        #expect(found.x == [1, 5] && found.columns == [[2, 6]])
        #expect(found.report.skippedRows == 5)
        #expect(
            found.report.firstSkipped == [
                ImportError(reason: .notANumber(text: "two"), line: 3, column: "v"),
                ImportError(reason: .raggedRow(expected: 2, found: 1), line: 4),
                ImportError(reason: .missingX, line: 5, column: "t"),
                ImportError(reason: .xDecreasing, line: 6, column: "t"),
                ImportError(reason: .notFinite, line: 8, column: "v"),
            ])
        #expect(
            read(text, TextDialect(skippedRows: 4))
                == .fault(ImportError(reason: .notFinite, line: 8, column: "v")))
    }

    @Test func `a skipped first row does not decide what x is`() throws {
        let found = try rows("t,v\n1,bad\n1970-01-02,3\n1970-01-03,4\n", TextDialect(skippedRows: 1))
        #expect(found.x == [86_400_000, 172_800_000] && found.columns == [[3, 4]])
    }

    @Test func `text after the sample does not leave a column out`() {
        let lines = (0..<20_000).map { "\($0),1\n" }.joined()
        let text = "t,v\n" + lines + "20000,late\n"
        #expect(
            read(text) == .fault(ImportError(reason: .notANumber(text: "late"), line: 20_002, column: "v")))
    }

    @Test(arguments: [
        "t;v;n\n1;2;a\n2;\"3\n4\";b\n", "t;v\r\n1;2\r\n3;x\r\n4;5", "t;v\n1;2\n\n\n", "t;v\n1;2\n\n3;4\n", "t;v\n1;\"2",
        "t;v\n", "", "\n", "t\n1\n", "1;2\n3;4\n",
    ])
    func `the findings do not depend on where the bytes are cut`(text: String) {
        for dialect in [TextDialect(), TextDialect(sortedCells: 100), TextDialect(skippedRows: 3)] {
            let options = ImportOptions(dialect: dialect)
            let whole = read(Array(text.utf8), options)
            for length in 1...max(1, text.utf8.count) {
                #expect(read(Array(text.utf8), options, pieceLength: length) == whole)
            }
        }
    }

    @Test func `pieces around the end of the sample make no difference`() {
        let lines = (0..<12_000).map { "\($0);\($0 % 7),5;t\n" }.joined()
        let bytes = Array(("t;v;n\n" + lines).utf8)
        let options = ImportOptions(dialect: TextDialect(skippedRows: 20_000))
        let whole = read(bytes, options)
        for length in [DialectSample.mostBytes - 1, DialectSample.mostBytes, DialectSample.mostBytes + 1, 977] {
            #expect(read(bytes, options, pieceLength: length) == whole)
        }
    }

    /// Reads by the plain reader alone.
    private func plain(_ text: [UInt8]) -> Outcome {
        var stream = CSVStream()
        do throws(ImportError) {
            try stream.append(text)
            try stream.finish()
        } catch {
            return .fault(error)
        }
        guard let block = stream.takeRows() else { return .rows(nil, x: [], columns: [], nil) }
        return .rows(
            block.shape, x: block.x.map(\.bitPattern), columns: block.columns.map { $0.map(\.bitPattern) }, nil)
    }

    @Test(arguments: seeds(UInt64(400)))
    func `what the plain reader takes is read alike, and other bytes never stop the process`(seed: UInt64) throws {
        let alphabet = Array("0123456789.-,,,,;|\t\"\n\n\n\r xe$'€".utf8)
        var random = SplitMix64(seed: seed)
        var bytes = Array("x,a\n".utf8)
        for _ in 0..<random.next(in: 0...60) { bytes.append(alphabet[random.next(in: 0...(alphabet.count - 1))]) }
        let known = plain(bytes)
        let found = read(bytes).withoutReport
        if case .rows = known { #expect(found == known) }
        let dialects = [
            TextDialect(delimiter: UInt8(ascii: ",")), TextDialect(skippedRows: 100), TextDialect(sortedCells: 1_000),
            TextDialect(
                nullTexts: ["x"], dateFormat: try DateFormat("d.M.yyyy"), numberFormat: try NumberPattern("$1'234.56"),
                sortedCells: 1_000, skippedRows: 100),
        ]
        for dialect in dialects {
            let options = ImportOptions(dialect: dialect)
            let whole = read(bytes, options)
            #expect(read(bytes, options, pieceLength: random.next(in: 1...9)) == whole)
        }
    }

    @Test(arguments: seeds(UInt64(200)))
    func `tables of numbers are read alike by both readers`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let columns = random.next(in: 1...4)
        var text = "x," + (0..<columns).map { "c\($0)" }.joined(separator: ",") + "\n"
        var x = 0.0
        for _ in 0..<random.next(in: 1...50) {
            x += Double(random.next(in: 0...1000)) / 8
            let cells = (0..<columns).map { _ in
                random.next(in: 0...9) == 0 ? "" : "\(Double(random.next(in: 0...2_000_000)) / 1000 - 1000)"
            }
            text += "\(x)," + cells.joined(separator: ",") + (random.next(in: 0...1) == 0 ? "\n" : "\r\n")
        }
        let known = plain(Array(text.utf8))
        #expect(read(text).withoutReport == known)
        // A rule that no cell meets makes the general reader read the same table.
        #expect(read(text, TextDialect(nullTexts: ["none"])).withoutReport == known)
    }
}
