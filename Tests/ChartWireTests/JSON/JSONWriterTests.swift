import ChartWire
import CoreTestSupport
import Testing

struct JSONWriterTests {
    @Test func `a byte is written as two hexadecimal digits, and a word as 16`() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.value(hexadecimal: [])
        writer.value(hexadecimal: 0x0123_4567_89AB_CDEF)
        writer.value(hexadecimal: [0x00, 0x09, 0x0A, 0x9F, 0xA0, 0xFF])
        writer.endArray()
        #expect(text(writer) == #"["","0123456789abcdef","00090a9fa0ff"]"#)
    }

    @Test func `reserving capacity does not change the text`() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.value(1)
        writer.reserve(1_000)
        writer.value("a")
        writer.reserve(0)
        writer.endArray()
        #expect(text(writer) == #"[1,"a"]"#)
    }

    @Test func `there are commas only between members and between elements`() {
        var writer = JSONWriter(reservingCapacity: 64)
        writer.beginObject()
        writer.key("a")
        writer.value(1)
        writer.key("b")
        writer.beginArray()
        writer.value(1.5)
        writer.value("x")
        writer.value(true)
        writer.value(false)
        writer.null()
        writer.beginArray()
        writer.endArray()
        writer.rawValue(Array("[7]".utf8))
        writer.beginObject()
        writer.endObject()
        writer.endArray()
        writer.key("c")
        writer.value(-2)
        writer.endObject()
        #expect(text(writer) == #"{"a":1,"b":[1.5,"x",true,false,null,[],[7],{}],"c":-2}"#)
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#),
        ("\u{0}\u{1}\u{F}\u{10}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u000f\\u0010\\u001f\u{7F}\""),
        ("\u{E9}\u{2028}\u{1F600}", "\"\u{E9}\u{2028}\u{1F600}\""),
    ])
    func `strings are escaped no more than they must be`(string: String, expected: String) throws {
        #expect(written { $0.value(string) } == expected)
        #expect(written { $0.key(string) } == expected + ":")
        #expect(try JSONValue.parse(expected.utf8) == .string(string))
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (9, "9"), (10, "10"), (99_999_999, "99999999"),
        (100_000_000, "100000000"),
        (1_728_950_400_000, "1728950400000"), (999_999_999_999_999, "999999999999999"), (1e15, "1000000000000000"),
        (-9_007_199_254_740_991, "-9007199254740991"), (0.5, "0.5"), (-0.25, "-0.25"), (0.1, "0.1"), (1.1, "1.1"),
        (0.000001, "0.000001"),
        (1.000001, "1.000001"), (123_456_789.123456, "123456789.123456"), (-400.123, "-400.123"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e-7, "1e-07"), (1e16, "1e+16"), (1e22, "1e+22"), (.leastNonzeroMagnitude, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (1_000_000_000.5, "1000000000.5"), (12_345_678_901.125, "12345678901.125"),
        (1_234_567_890_123.5, "1234567890123.5"), (100.07, "100.07"),
        (0.999999, "0.999999"), (0.9999999, "0.9999999"), (999_999_999.999999, "999999999.999999"),
    ])
    func `doubles are written in the fewest digits`(number: Double, expected: String) {
        #expect(written { $0.value(number) } == expected)
    }

    @Test(arguments: [
        0, 1, -1, 9, 10, 100, 12_345_678, 123_456_789, 10_000_000_000_000_000, Int.max, Int.min, -99_999_999,
        100_000_001,
    ])
    func `whole numbers are written with all their digits`(number: Int) {
        #expect(written { $0.value(number) } == String(number))
    }

    @Test func `numbers that are not finite are written as null on request`() {
        let text = written { writer in
            writer.beginArray()
            for number in [1, Double.nan, .infinity, -.infinity, 0.5] {
                writer.number(orNull: number)
            }
            writer.endArray()
        }
        #expect(text == "[1,null,null,null,0.5]")
    }

    @Test(arguments: [1, 2, 3, 7, 65])
    func `lists of numbers equal those that are written number by number`(width: Int) {
        var random = SeededCases(seed: UInt64(width))
        let special = [0, -1, 1e9, 0.25, -100.07, 1e12 + 0.5, 1e-300, -1e22, 0.1 + 0.2, .nan, .infinity]
        let numbers = (0..<70 * width).map { _ in
            random.isTrue() ? random.element(of: special) : Double(bitPattern: random.next())
        }
        let expected = written { writer in
            writer.beginArray()
            for row in 0..<70 {
                writer.beginArray()
                for number in numbers[(row * width)..<((row + 1) * width)] { writer.number(orNull: number) }
                writer.endArray()
            }
            writer.value(1)
            writer.endArray()
        }
        let text = written { writer in
            writer.beginArray()
            for part in [[], Array(numbers[..<width]), Array(numbers[width...])] {
                writer.lists(part.span, width: width)
            }
            writer.value(1)
            writer.endArray()
        }
        #expect(text == expected)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 33])
    func `whole numbers in a row have commas between them`(count: Int) {
        var random = SeededCases(seed: 5)
        let numbers = (0..<count).map { _ in Int(truncatingIfNeeded: random.next()) >> random.integer(in: 0...63) }
        let text = written { writer in
            writer.beginArray()
            for part in [numbers, [7, .min]] { writer.values(part.span) }
            writer.endArray()
        }
        #expect(text == "[" + (numbers + [7, .min]).map { String($0) }.joined(separator: ",") + "]")
    }

    @Test func `random doubles of every exponent read back bit for bit`() throws {
        var random = SeededCases(seed: 7)
        var numbers: [Double] = []
        while numbers.count < 100_000 {
            let number = Double(bitPattern: random.next())
            if number.isFinite { numbers.append(number) }
        }
        try expectSameBits(numbers)
    }

    @Test func `decimals of up to six places read back bit for bit, as short as in the standard library`()
        throws
    {
        var random = SeededCases(seed: 11)
        let numbers = (0..<100_000).map { index in
            let digits = Double(
                random.next() % [1000, 1_000_000, 1_000_000_000_000, 10_000_000_000_000_000][index % 4])
            return digits / [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7][Int(random.next() % 8)] * (index % 3 == 0 ? -1 : 1)
        }
        try expectSameBits(numbers.filter { $0 != 0 })
        for number in numbers where number.magnitude >= 1e-4 && number.magnitude < 0x1p53 {
            let description = number.description
            let expected = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
            #expect(written { $0.value(number) } == (number == 0 ? "0" : expected))
        }
    }

    private func expectSameBits(_ numbers: [Double]) throws {
        var writer = JSONWriter()
        writer.beginArray()
        for number in numbers {
            writer.value(number)
        }
        writer.endArray()
        let elements = try #require(try JSONValue.parse(writer.bytes).asArray)
        #expect(elements.count == numbers.count)
        let differing = zip(elements, numbers).first { element, number in
            guard case .number(let read) = element else { return true }
            return read.bitPattern != (number == 0 ? 0 : number.bitPattern)
        }
        #expect(differing == nil)
    }

    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return text(writer)
    }

    private func text(_ writer: JSONWriter) -> String {
        String(decoding: writer.bytes, as: UTF8.self)
    }
}
