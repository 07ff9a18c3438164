import ChartSeries
import Testing

struct CSVImporterTests {
    private func table(_ text: String, _ options: ImportOptions = .init()) throws -> Table {
        try CSVImporter.table(from: Array(text.utf8), options: options)
    }

    @Test func `dates with a zone make a date table`() throws {
        let users = try table(
            "date,active,new\n2024-10-15T16:00:13Z,613,47\n2024-10-16T16:00:06Z,614,53\n2024-11-03T17:00:07Z,653,60\n")
        #expect(users.xName == "date")
        #expect(users.xKind == .date)
        #expect(users.x == [1_729_008_013_000, 1_729_094_406_000, 1_730_653_207_000])
        #expect(users.columns.map(\.name) == ["active", "new"])
        #expect(users.columns[0].values == [613, 614, 653])
        #expect(users.columns[1].values == [47, 53, 60])
        #expect(users.version == 1)
    }

    @Test func `days and decimals of the weather table`() throws {
        let weather = try table(
            """
            date,precipitation,temp_max,temp_min,wind
            2012-01-01,0.0,12.8,5.0,4.7
            2012-01-02,10.9,10.6,2.8,4.5
            2012-01-03,0.8,11.7,7.2,2.3
            """)
        #expect(weather.xKind == .date)
        #expect(weather.x == [1_325_376_000_000, 1_325_462_400_000, 1_325_548_800_000])
        #expect(weather.column(named: "temp_min")?.values == [5, 2.8, 7.2])
    }

    @Test func `half hours of the sea table`() throws {
        let sea = try table("time,temperature\n2016-02-15T00:00:00Z,4.929\n2016-02-15T00:30:00Z,4.887\n")
        #expect(sea.x == [1_455_494_400_000, 1_455_496_200_000])
        #expect(sea.columns[0].values == [4.929, 4.887])
    }

    @Test(arguments: [
        "x,a\n1,2\n3,4\n", "x,a\n1,2\n3,4", "x,a\r\n1,2\r\n3,4\r\n", "x,a\r\n1,2\r\n3,4", "\u{FEFF}x,a\n1,2\n3,4\n",
        "x,a\n1,2\n3,4\n\n", "x,a\r\n1,2\r\n3,4\r\n\r\n\n", "\"x\",\"a\"\n\"1\",\"2\"\n\"3\",\"4\"\n",
        "\"x\",\"a\"\r\n\"1\",\"2\"\r\n\"3\",\"4\"", " x , a\n 1,2 \n\t3,\t4\n",
    ])
    func `all ways to write the same rows give the same table`(text: String) throws {
        let table = try table(text)
        #expect(table.xName == "x")
        #expect(table.xKind == .number)
        #expect(table.x == [1, 3])
        #expect(table.columns.map(\.name) == ["a"])
        #expect(table.columns[0].values == [2, 4])
    }

    @Test func `names may hold commas, quotes and line ends`() throws {
        let table = try table("x,\"a, \"\"b\"\"\nc\",é\n1,2,3\n")
        #expect(table.columns.map(\.name) == ["a, \"b\"\nc", "é"])
    }

    @Test func `an empty cell is a missing value`() throws {
        let table = try table("x,a,b\n1,,\n2,\"\", \n3,4,\n")
        #expect(isSame(table.columns[0].values, [.nan, .nan, 4]))
        #expect(table.columns[1].missingCount == 3)
    }

    @Test func `selected columns come in the requested order`() throws {
        let table = try table(
            "city,b,t,a\nOslo,1,10,2\n\"Rome, \"\"IT\"\"\",3,11,4\n", .init(xColumn: "t", columns: ["a", "b"]))
        #expect(table.xName == "t")
        #expect(table.x == [10, 11])
        #expect(table.columns.map(\.name) == ["a", "b"])
        #expect(table.columns.map(\.values) == [[2, 4], [1, 3]])
    }

    @Test func `x may be any column, and selecting it as a column changes nothing`() throws {
        let table = try table("a,x\n5,1\n6,2\n", .init(xColumn: "x", columns: ["x", "a"]))
        #expect(table.x == [1, 2])
        #expect(table.columns.map(\.name) == ["a"])
    }

    @Test func `numbers are read as dates if the options say so`() throws {
        let milliseconds = try table("t,a\n1000,1\n1500.25,2\n", .init(xKind: .date))
        #expect(milliseconds.xKind == .date)
        #expect(milliseconds.x == [1000, 1500.25])
        let seconds = try table(
            "t,a\n-1.5,0\n1577836800.123,1\n4600000001.000001,2\n", .init(xKind: .date, xUnit: .seconds))
        #expect(seconds.x == [-1500, 1_577_836_800_123, 4_600_000_001_000.001])
    }

    @Test func `dates without a zone are local if the options have a zone`() throws {
        let options = ImportOptions(instants: { CivilInstants(first: $0 - 7_200_000) })
        #expect(try table("t,a\n1970-01-01 02:00,1\n", options).x == [0])
        #expect(try table("t,a\n1970-01-01T02:00Z,1\n", options).x == [7_200_000])
        #expect(try table("t,a\n1970-01-01T02:00:00.000250,1\n", options).x == [0.25])
    }

    @Test func `numbers outside the fast path are rounded correctly too`() throws {
        let table = try table("x,a\n1,0.30000000000000004\n2,12345678901234567890123\n3,1e-30\n")
        #expect(table.columns[0].values == [0.30000000000000004, 12_345_678_901_234_567_741_440, 1e-30])
    }

    @Test(arguments: [1, 2, 7])
    func `a table written as text is read back unchanged`(walks: Int) throws {
        let walk = RandomWalk(seed: 9).table(rows: 700, walks: walks)
        var text = "date," + walk.columns.map(\.name).joined(separator: ",") + "\n"
        for row in 0..<walk.rowCount {
            text += ISO8601.format(walk.x[row])
            for column in walk.columns { text += ",\(column.values[row])" }
            text += "\n"
        }
        let read = try table(text)
        #expect(read.x == walk.x)
        #expect(read.columns.map(\.values) == walk.columns.map(\.values))
    }
}
