import ChartWire
import Testing

/// Rows as lines of text; a fake of the text of instants shows which calls are made.
@Suite struct RowTextWriterTests {
    private static func text(
        _ format: RowTextWriter.Format, _ names: [String], _ columns: [[Double]],
        instant: (@Sendable (Double) -> String)? = nil
    ) -> String {
        var writer = RowTextWriter(format, names: names, instant: instant)
        writer.append(columns)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `CSV has a line of names, and empty cells for missing values`() {
        let text = Self.text(.csv, ["t", "a", "b"], [[1, 2.5], [.nan, -3], [1e300, .nan]])
        #expect(text == "t,a,b\n1,,1e+300\n2.5,-3,\n")
    }

    @Test func `NDJSON has an object a line, and null for missing values`() {
        let text = Self.text(.ndjson, ["t", "a\"b"], [[1, 2], [.nan, 0.1]])
        #expect(text == #"{"t":1,"a\"b":null}"# + "\n" + #"{"t":2,"a\"b":0.1}"# + "\n")
    }

    @Test func `a name that CSV would misread stands between quotation marks`() {
        let text = Self.text(.csv, ["plain", "a,b", #"c"d"#, " e", "f\ng"], [[], [], [], [], []])
        #expect(text == "plain,\"a,b\",\"c\"\"d\",\" e\",\"f\ng\"\n")
    }

    @Test func `instants are ISO 8601 text on the days around 1970 and beyond the years of four digits`() {
        let day: @Sendable (Double) -> String = { "<\(Int($0) / 86_400_000)>T00:00:00Z" }
        let instants = [-86_400_001, -1, 0, 86_399_999, 86_400_000, 90_061_001].map(Double.init)
        #expect(
            Self.text(.csv, ["t"], [instants], instant: day)
                == "t\n<-2>T23:59:59.999Z\n<-1>T23:59:59.999Z\n<0>T00:00:00Z\n<0>T23:59:59.999Z\n<1>T00:00:00Z\n<1>T01:01:01.001Z\n"
        )
        #expect(Self.text(.ndjson, ["t"], [[0]], instant: day) == "{\"t\":\"<0>T00:00:00Z\"}\n")
    }

    @Test func `an instant with a part of a millisecond is written as a whole`() {
        let whole: @Sendable (Double) -> String = { "at \($0)" }
        #expect(Self.text(.csv, ["t"], [[0.25, 9e15]], instant: whole) == "t\nat 0.25\nat 9000000000000000.0\n")
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@a", "=\"a\""])
    func `a name that a spreadsheet would take for a formula has an apostrophe before it where that is asked for`(
        name: String
    ) {
        func header(_ format: RowTextWriter.Format, isSafe: Bool, _ name: String) -> String {
            let writer = RowTextWriter(format, names: [name], isSafe: isSafe, instant: nil)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let field = name.contains("\"") ? "\"'=\"\"a\"\"\"" : "'" + name
        #expect(header(.csv, isSafe: true, name) == field + "\n")
        #expect(!header(.csv, isSafe: false, name).contains("'"))
        #expect(header(.csv, isSafe: true, "a=") == "a=\n" && header(.ndjson, isSafe: true, name).isEmpty)
    }

    @Test func `what was taken is not written again`() {
        var writer = RowTextWriter(.csv, names: ["t"], instant: nil)
        writer.append([[1]])
        #expect(String(decoding: writer.take(), as: UTF8.self) == "t\n1\n")
        writer.append([[2]])
        #expect(String(decoding: writer.take(), as: UTF8.self) == "2\n" && writer.take().isEmpty)
    }
}
