import CoreTestSupport
import Testing

@testable import ChartSeries

/// Long tables: a row for each text of an x, which become a column for each text.
struct SplitTests {
    struct Rows: Equatable, CustomStringConvertible {
        var names: [String] = []
        var x: [Double] = []
        var columns: [[Double]] = []
        var report: TextReport?

        var description: String { "\(names) \(x) \(columns) \(String(describing: report))" }

        /// Missing values are not equal, and their texts are.
        static func == (one: Self, other: Self) -> Bool { one.description == other.description }
    }

    static func rows(
        _ text: String, _ options: ImportOptions = ImportOptions(split: .by("device")), pieceLength: Int = .max
    ) throws(ImportError) -> Rows {
        let bytes = Array(text.utf8)
        var stream = DialectStream(options: options)
        var rows = Rows()
        func take() throws(ImportError) {
            while let block = try stream.takeRows() { rows.add(block) }
        }
        var start = 0
        while start < bytes.count {
            let end = start + min(pieceLength, bytes.count - start)
            try stream.append(bytes[start..<end])
            try take()
            start = end
        }
        try stream.finish()
        try take()
        rows.report = stream.report
        return rows
    }

    private func fault(_ text: String, _ options: ImportOptions = ImportOptions(split: .by("device"))) -> ImportError? {
        do throws(ImportError) {
            _ = try Self.rows(text, options)
            return nil
        } catch {
            return error
        }
    }

    @Test func `each text makes a column, and the rows of one x become one row`() throws {
        let found = try Self.rows("time,device,value\n1,b,1\n1,a,2\n2,a,3\n3,b,4\n3,c,5\n")
        #expect(found.names == ["time", "b", "a", "c"] && found.x == [1, 2, 3])
        #expect("\(found.columns)" == "[[1.0, nan, 4.0], [2.0, 3.0, nan], [nan, nan, 5.0]]")
    }

    @Test func `several values name each column by value and text`() throws {
        let found = try Self.rows("time,device,temp,hum\n1,a,1,2\n1,b,3,\n2,b,4,5\n")
        #expect(found.names == ["time", "temp.a", "hum.a", "temp.b", "hum.b"])
        #expect("\(found.columns)" == "[[1.0, nan], [2.0, nan], [3.0, 4.0], [nan, 5.0]]")
    }

    @Test func `the nth value of a text stands in the nth row of its x`() throws {
        let found = try Self.rows("time,device,value\n1,a,1\n1,a,2\n1,b,3\n1,a,4\n1,b,5\n2,b,6\n")
        #expect(found.x == [1, 1, 1, 2])
        #expect("\(found.columns)" == "[[1.0, 2.0, 4.0, nan], [3.0, 5.0, nan, 6.0]]")
    }

    @Test func `numbers, quoted texts and texts beyond ASCII make columns too`() throws {
        let found = try Self.rows("t;device;v\n1;7;1\n1;\"a;\"\"b\"\"\";2\n1;é;3\n")
        #expect(found.names == ["t", "7", "a;\"b\"", "é"])
        let other = try Self.rows("t,\"a,b\",v\n1,x,1\n", ImportOptions(split: .by("\"a,b\"")))
        #expect(other.names == ["t", "x"])
    }

    @Test func `other columns of text are left out, and columns that are named alone count`() throws {
        let text = "time,device,note,value,other\n1,a,x,1,2\n1,b,y,3,4\n"
        #expect(try Self.rows(text).names == ["time", "value.a", "other.a", "value.b", "other.b"])
        #expect(try Self.rows(text).report?.leftOut == ["note"])
        let named = ImportOptions(columns: ["value"], split: .by("device"))
        #expect(try Self.rows(text, named).names == ["time", "a", "b"])
        let withText = ImportOptions(columns: ["device,value"], split: .by("device"))
        #expect(try Self.rows(text, withText).names == ["time", "a", "b"])
    }

    @Test func `a row without a text does not fit`() throws {
        let text = "time,device,value\n1,a,1\n1,,2\n2,NA,3\n2,b,4\n"
        #expect(fault(text) == ImportError(reason: .missingText, line: 3, column: "device"))
        let dialect = TextDialect(nullTexts: ["NA"], skippedRows: 2)
        let found = try Self.rows(text, ImportOptions(dialect: dialect, split: .by("device")))
        #expect(found.names == ["time", "a", "b"] && found.report?.skippedRows == 2)
    }

    @Test func `a row that is skipped adds no column`() throws {
        let text = "time,device,value\n1,a,1\n2,b,x\n2,c,2\n1,d,3\n3,a,4\n"
        let options = ImportOptions(dialect: TextDialect(skippedRows: 2), split: .by("device"))
        let found = try Self.rows(text, options)
        #expect(found.names == ["time", "a", "c"] && found.x == [1, 2, 3])
    }

    @Test func `rows by device are sorted first`() throws {
        let text = "time,device,value\n1,a,1\n2,a,2\n1,b,3\n2,b,4\n2,b,5\n"
        #expect(fault(text)?.reason == .xDecreasing)
        let options = ImportOptions(dialect: TextDialect(sortedCells: 100), split: .by("device"))
        let found = try Self.rows(text, options)
        #expect(found.x == [1, 2, 2] && "\(found.columns)" == "[[1.0, 2.0, nan], [3.0, 4.0, 5.0]]")
    }

    @Test(arguments: [
        ("time,device,value\n1,time,1\n", "time"), ("time,device,a,b\n1,x.y,1,2\n1,y,1,2\n", nil),
        ("t,device,a,a.x\n1,y,1,2\n1,x.y,1,2\n", "a.x.y"),
    ])
    func `two columns of one name are refused`(text: String, name: String?) {
        let expected = name.map { name in
            ImportError(reason: .duplicateColumn, line: text.contains("a.x\n") ? 3 : 2, column: name)
        }
        #expect(fault(text) == expected)
    }

    @Test func `at most 1024 texts make columns`() throws {
        let lines = (0..<1_025).map { "1,d\($0),\($0)\n" }
        let text = "time,device,value\n" + lines.prefix(1_024).joined()
        #expect(try Self.rows(text).names.count == 1_025)
        #expect(fault(text + lines[1_024]) == ImportError(reason: .tooManyTexts, line: 1_026, column: "device"))
        let skipping = ImportOptions(dialect: TextDialect(skippedRows: 9), split: .by("device"))
        #expect(fault(text + lines[1_024], skipping)?.reason == .tooManyTexts)
    }

    @Test func `a table of too many cells is refused`() {
        let lines = (0..<100).map { "\($0),d\($0),1\n" }.joined()
        let options = ImportOptions(split: .by("device"), mostCells: 10_000)
        #expect(fault("time,device,value\n" + lines, options)?.reason == .tooManyCells(10_000))
        let few = ImportOptions(split: .by("device"), mostCells: 10_100)
        #expect(fault("time,device,value\n" + lines, few) == nil)
    }

    @Test(arguments: [
        ("time,device,value\n1,a,1\n1,b,2\n", ["device"]),
        ("time,value,device,site\n1,1,a,x\n1,2,b,x\n2,1,a,x\n2,2,b,x\n", ["device"]),
        ("time,value,device,site\n1,1,a,x\n1,2,b,y\n", ["device", "site"]),
        ("time;device;value\n1;a;1\n2;a;2\n2;b;3\n", ["device"]),
    ])
    func `a long table is refused, with the columns that may split it`(text: String, columns: [String]) throws {
        let error = fault(text, ImportOptions())
        #expect(error?.reason == .longTable(columns: columns))
        #expect(fault(text, ImportOptions(split: .off)) == nil)
        #expect(fault(text, ImportOptions(columns: ["value"])) == nil)
        #expect(fault(text, ImportOptions(dataset: .init(columns: ["value"], lastX: []))) == nil)
    }

    @Test func `a tenth of the rows makes a long table, and less does not`() {
        func text(_ repeats: Int, of rows: Int) -> String {
            "time,device,value\n"
                + (0..<rows).map { "\($0 < repeats + 1 ? 0 : $0),\($0 % 2 == 0 ? "a" : "b"),1\n" }.joined()
        }
        #expect(fault(text(1, of: 10), ImportOptions())?.reason == .longTable(columns: ["device"]))
        #expect(fault(text(1, of: 11), ImportOptions()) == nil)
        #expect(fault(text(10, of: 100), ImportOptions())?.line == 3)
        #expect(fault(text(9, of: 100), ImportOptions()) == nil)
        #expect(fault("time,device,value\n1,a,1\n1,a,2\n1,a,3\n", ImportOptions()) == nil)
    }

    @Test func `rows by device are a long table once they are sorted`() {
        let text = "time,device,value\n1,a,1\n2,a,2\n1,b,3\n2,b,4\n"
        let sorted = ImportOptions(dialect: TextDialect(sortedCells: 100))
        #expect(fault(text, sorted)?.reason == .longTable(columns: ["device"]))
        #expect(fault(text, ImportOptions())?.reason == .xDecreasing)
    }

    @Test func `an append has the columns of the dataset first, and others behind them`() throws {
        let dataset = ImportOptions.Dataset(columns: ["b", "a"], lastX: [-.infinity, -.infinity])
        let options = ImportOptions(split: .by("device"), dataset: dataset)
        let found = try Self.rows("time,device,value\n1,a,1\n2,c,2\n", options)
        #expect(found.names == ["time", "b", "a", "c"])
        #expect("\(found.columns)" == "[[nan, nan], [1.0, nan], [nan, 2.0]]")
    }

    /// A zone that sets its clocks back by an hour from 3:00.
    private static func clocks(_ civil: Int64) -> CivilInstants {
        let hour: Int64 = 3_600_000
        return switch civil / hour {
        case ..<2: CivilInstants(first: civil)
        case 2: CivilInstants(first: civil, second: civil + hour)
        default: CivilInstants(first: civil + hour)
        }
    }

    @Test func `an hour that is there twice goes by the rows of the same text`() throws {
        let times = ["01:00 a", "01:00 b", "02:00 a", "02:00 b", "02:00 a", "02:00 b", "03:00 b", "03:00 a"]
        let text = "t,device,v\n" + times.map { "1970-01-01 \($0.replacing(" ", with: ",")),1\n" }.joined()
        let found = try Self.rows(text, ImportOptions(instants: Self.clocks, split: .by("device")))
        #expect(found.x.map { $0 / 3_600_000 } == [1, 2, 3, 4])
        #expect(found.columns == [[1, 1, 1, 1], [1, 1, 1, 1]])
        // The first row of a text stands beside the rows of its time.
        let late = "t,device,v\n1970-01-01 02:00,a,1\n1970-01-01 02:00,a,2\n1970-01-01 02:00,b,3\n"
        let other = try Self.rows(late, ImportOptions(instants: Self.clocks, split: .by("device")))
        #expect(other.x.map { $0 / 3_600_000 } == [2, 3] && "\(other.columns)" == "[[1.0, 2.0], [nan, 3.0]]")
    }

    @Test func `in an append, the hour goes by the last row of the text in the dataset`() throws {
        let hour = 3_600_000.0
        let dataset = ImportOptions.Dataset(columns: ["a", "b"], lastX: [2 * hour, hour])
        let options = ImportOptions(
            instants: Self.clocks, lastX: 2 * hour, split: .by("device"), dataset: dataset)
        let found = try Self.rows("t,device,v\n1970-01-01 02:00,b,1\n1970-01-01 02:00,a,2\n", options)
        #expect(found.x.map { $0 / hour } == [2, 3] && "\(found.columns)" == "[[nan, 2.0], [1.0, nan]]")
    }

    @Test(arguments: seeds(UInt64(200)))
    func `random long tables are what a naive pivot makes, wherever the bytes are cut`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let values = random.next(in: 1...3)
        let texts = (0..<random.next(in: 1...5)).map { "d\($0)" }
        var rows: [(x: Int, text: String, values: [Int])] = []
        var x = 0
        for _ in 0..<random.next(in: 1...80) {
            x += random.next(in: 0...4) == 0 ? random.next(in: 1...3) : 0
            let text = texts[random.next(in: 0...(texts.count - 1))]
            rows.append((x, text, (0..<values).map { _ in random.next(in: 0...99) }))
        }
        let isSorted = random.next(in: 0...1) == 0
        let given = isSorted ? rows.indices.map { rows[($0 * 7 + 3) % rows.count] } : rows
        let isPermutation = rows.count % 7 != 0
        let taken = isSorted && isPermutation ? given : rows
        let csv =
            "t,device," + (0..<values).map { "v\($0)" }.joined(separator: ",") + "\n"
            + taken.map { "\($0.x),\($0.text),\($0.values.map { "\($0)" }.joined(separator: ","))\n" }.joined()
        let dialect = TextDialect(sortedCells: isSorted ? 10_000 : nil)
        let options = ImportOptions(dialect: dialect, split: .by("device"))
        let found = try Self.rows(csv, options)
        #expect(try Self.rows(csv, options, pieceLength: random.next(in: 1...40)) == found)
        let expected = Self.pivot(taken, values: values, isSorted: isSorted)
        #expect(found.names == expected.names && found.x == expected.x && "\(found.columns)" == "\(expected.columns)")
    }

    /// The rows of a long table in the plainest way.
    private static func pivot(
        _ rows: [(x: Int, text: String, values: [Int])], values: Int, isSorted: Bool
    ) -> (names: [String], x: [Double], columns: [[Double]]) {
        var texts: [String] = []
        for row in rows where !texts.contains(row.text) { texts.append(row.text) }
        let names = texts.flatMap { text in (0..<values).map { values == 1 ? text : "v\($0).\(text)" } }
        var made: [(x: Int, cells: [Double], filled: Set<String>)] = []
        let sorted = rows.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }
        let ordered = isSorted ? sorted.map(\.element) : rows
        for row in ordered {
            let place = texts.firstIndex(of: row.text)! * values
            let index = made.firstIndex { $0.x == row.x && !$0.filled.contains(row.text) } ?? made.count
            if index == made.count { made.append((row.x, Array(repeating: .nan, count: names.count), [])) }
            made[index].filled.insert(row.text)
            for value in 0..<values { made[index].cells[place + value] = Double(row.values[value]) }
        }
        let columns = names.indices.map { column in made.map { $0.cells[column] } }
        return (["t"] + names, made.map { Double($0.x) }, columns)
    }
}

extension SplitTests.Rows {
    /// Adds rows; those before lack columns that stand behind the others.
    mutating func add(_ block: RowBlock) {
        names = [block.shape.xName] + block.shape.columns
        while columns.count < block.columns.count { columns.append(Array(repeating: .nan, count: x.count)) }
        x += block.x
        for (index, values) in block.columns.enumerated() { columns[index] += values }
    }
}
