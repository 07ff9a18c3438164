import Testing

@testable import ChartDatasets

/// The lines of InfluxDB line protocol, among them the examples of its documentation.
struct LineProtocolTests {
    private static func points(
        _ text: String, _ precision: LineProtocol.Precision = .ns
    ) -> (points: [LineProtocol.Point], faults: [LineProtocol.Fault]) {
        var reader = LineProtocol(Array(text.utf8), precision: precision)
        var found: (points: [LineProtocol.Point], faults: [LineProtocol.Fault]) = ([], [])
        while let next = reader.next() {
            switch next {
            case .success(let point): found.points.append(point)
            case .failure(let fault): found.faults.append(fault)
            }
        }
        return found
    }

    private static func only(
        _ line: String, _ precision: LineProtocol.Precision = .ns
    ) throws -> (String, [String], [String], Double?) {
        let (points, faults) = points(line, precision)
        #expect(faults.isEmpty, "\(faults)")
        let point = try #require(points.first)
        #expect(points.count == 1)
        return (
            point.measurement, point.tags.map { "\($0.key)=\($0.value)" }, point.fields.map { "\($0.key)=\($0.value)" },
            point.time
        )
    }

    @Test func `a line has a measurement, tags, fields and a timestamp`() throws {
        let line = #"myMeasurement,tag1=value1,tag2=value2 fieldKey="fieldValue",other=1.5 1556813561098000000"#
        let (measurement, tags, fields, time) = try Self.only(line)
        #expect(measurement == "myMeasurement" && tags == ["tag1=value1", "tag2=value2"])
        #expect(fields == ["other=1.5"] && time == 1_556_813_561_098)
    }

    @Test(arguments: [
        ("1", 1), ("1.0", 1), ("-1.234456e+78", -1.234456e78), (".5", 0.5), ("12485903i", 12_485_903),
        ("-12485903i", -12_485_903), ("12485903u", 12_485_903), ("t", 1), ("T", 1), ("true", 1), ("True", 1),
        ("TRUE", 1), ("f", 0), ("False", 0), ("FALSE", 0), ("-0", 0),
    ])
    func `a field is a float, an integer or a boolean`(text: String, value: Double) throws {
        #expect(try Self.only("m f=\(text)").2 == ["f=\(value)"])
    }

    @Test(arguments: [
        "", "1x", "nan", "inf", "0x10", "1e999", "9223372036854775808i", "-1u", "tru", "'a'", #""a"#, "1.5i",
    ])
    func `what is no value is a bad line`(text: String) {
        let (points, faults) = Self.points("m f=\(text)\nm f=2")
        #expect(faults.map(\.line) == [1])
        #expect(points.count == (text == #""a"# ? 0 : 1) || points.map(\.line) == [2])
    }

    @Test func `backslashes escape commas, equals signs and blanks`() throws {
        let (measurement, tags, fields, _) = try Self.only(
            #"my\ Measure\,ment,tag\ Key1=tag\ Value\=1,tag\,2=C:\\Temp "quoted"=1,field\ Key=2i"#)
        #expect(measurement == "my Measure,ment")
        #expect(tags == ["tag Key1=tag Value=1", #"tag,2=C:\\Temp"#])
        #expect(fields == [#""quoted"=1.0"#, "field Key=2.0"])
    }

    @Test func `texts have quotes, escapes and ends of lines, and are left out`() {
        let (points, faults) = Self.points("m s=\"a \\\" , = \\\\\nb\",f=1\nm f=2\n")
        #expect(faults.isEmpty)
        #expect(points.map(\.line) == [1, 3])
        #expect(points.map(\.fields.count) == [1, 1])
    }

    @Test func `comments, blank lines and carriage returns are passed over`() {
        let (points, faults) = Self.points("# a comment\r\n\r\n  m f=1 1000000\r\n\nm,t=u f=2\n#end")
        #expect(faults.isEmpty)
        #expect(points.map(\.line) == [3, 5])
        #expect(points.map(\.time) == [1, nil])
    }

    @Test(arguments: [
        ("ns", "1500000", 1.5), ("n", "-1500000", -1.5), ("us", "1500", 1.5), ("u", "1", 0.001), ("ms", "7", 7),
        ("s", "1556813561", 1_556_813_561_000), ("m", "2", 120_000), ("h", "-1", -3_600_000),
    ])
    func `a timestamp has the precision of the request`(precision: String, text: String, time: Double) throws {
        let precision = try #require(LineProtocol.Precision(rawValue: precision))
        #expect(try Self.only("m f=1 \(text)", precision).3 == time)
    }

    @Test(arguments: [
        "m", "m ", "m f", "m f=", "m =1", "m, f=1", "m,t f=1", "m,t= f=1", "m,=v f=1", ",t=v f=1", "m f=1 x",
        "m f=1 1.5", "m f=1 1 2", "m f=1,", "m f=1 99999999999999999999", "m\tf=1",
    ])
    func `a line that cannot be read is named, and the next one is read`(line: String) {
        let (points, faults) = Self.points("\(line)\nm f=2")
        #expect(faults.map(\.line) == [1])
        #expect(points.map(\.line) == [2])
    }

    @Test func `a timestamp beyond all dates is a bad line`() {
        #expect(Self.points("m f=1 9000000000000", .s).faults.map(\.line) == [1])
        #expect(Self.points("m f=1 9000000000", .h).faults.map(\.line) == [1])
    }

    @Test(arguments: [
        ("{measurement}", "cpu,host=a", "cpu"), ("{measurement}-{host}", "cpu,host=a.b", "cpu-a.b"),
        ("{measurement}-{host}", "cpu", "cpu-"), ("in_{host}", "cpu,host=a/ä", "in_a__"),
        ("{measurement}", "_internal", "xinternal"), ("{host}", "cpu,host=-a", "xa"),
        ("{measurement}", #"disk\ io"#, "disk_io"),
    ])
    func `measurement and tags make the name of the dataset`(pattern: String, line: String, name: String) throws {
        let point = try #require(Self.points("\(line) f=1").points.first)
        #expect(try #require(FeedName(pattern)).name(of: point) == name)
    }

    @Test(arguments: ["", "name", "{", "{}", "}", "{measurement", "a{b{c}}", "{measurement}}"])
    func `a pattern that makes one name of all lines, or is not whole, is none`(pattern: String) {
        #expect(FeedName(pattern) == nil)
    }

    @Test func `tags that are not in the name stand behind the field, in the order of their keys`() throws {
        let point = try #require(Self.points("cpu,room=room1,host=a,area=b temp=1").points.first)
        #expect(FeedName.standard.column(of: "temp", in: point) == "temp.b.a.room1")
        #expect(try #require(FeedName("{measurement}.{host}")).column(of: "temp", in: point) == "temp.b.room1")
    }

    @Test func `lines without a timestamp have that of the request, and texts alone make no row`() throws {
        let text = "cpu f=1\ncpu f=2 2000000\nmem g=1 5\ncpu s=\"a\"\ncpu time=1\ncpu f=1 9000000\n"
        let batch = try FeedBatch(
            Array(text.utf8), precision: .ns, naming: .standard, now: 7, latest: 8)
        #expect(batch.datasets.map(\.name) == ["cpu", "mem"])
        #expect(batch.datasets.map(\.rows.count) == [2, 1])
        #expect(batch.faults.map(\.line) == [5, 6])
        let answer = String(decoding: FeedAnswer.partialWrite(batch.faults), as: UTF8.self)
        #expect(
            answer
                == #"{"error":"partial write: line 5: a field cannot be called time; line 6: the time lies too far ahead of the server's clock dropped=2"}"#
        )
    }

    @Test func `the answer names the first five lines`() {
        let faults = (1...7).map { LineProtocol.Fault(line: 2 * $0, reason: "r") }
        let answer = String(decoding: FeedAnswer.invalid(faults.reversed()), as: UTF8.self)
        #expect(
            answer
                == #"{"code":"invalid","message":"partial write: line 2: r; line 4: r; line 6: r; line 8: r; line 10: r dropped=7","line":2}"#
        )
    }
}
