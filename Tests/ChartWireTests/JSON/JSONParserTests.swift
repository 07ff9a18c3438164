import ChartWire
import Testing

struct JSONParserTests {
    @Test(arguments: validDocuments)
    func `a valid document is parsed to its value`(text: String, expected: JSONValue) throws {
        #expect(try JSONValue.parse(text.utf8) == expected)
    }

    @Test(arguments: malformedDocuments)
    func `a malformed document is rejected at the wrong byte`(document: [UInt8], offset: Int) {
        let problem = #expect(throws: Problem.self) { try JSONValue.parse(document) }
        #expect(problem?.code == .bodyMalformed)
        #expect(problem?.offset == offset)
        #expect(problem?.pointer == nil)
        #expect(problem?.code.status == 400)
    }

    @Test func `every truncated document is rejected at its end`() {
        let document = Array(#"{"a":[1.5e+3,-0,"\u00e9\ud83d\ude00\n",true,false,null],"b":{}}"#.utf8)
        for length in 1..<document.count {
            let problem = #expect(throws: Problem.self) { try JSONValue.parse(document[..<length]) }
            #expect(problem?.code == .bodyMalformed)
            #expect(problem?.offset == length)
        }
    }

    @Test func `a byte-order mark is skipped and counted`() throws {
        #expect(try JSONValue.parse([0xEF, 0xBB, 0xBF, 0x31]) == 1)
        let problem = #expect(throws: Problem.self) { try JSONValue.parse([0xEF, 0xBB, 0xBF, 0x78]) }
        #expect(problem?.offset == 3)
    }

    @Test(arguments: [
        ("1e400", "", 0), ("[0,-1e309]", "/1", 3), (#"{"a/b":{"~":[1,{"c": 2e999999999999}]}}"#, "/a~1b/~0/1/c", 21),
    ])
    func `a number that overflows is rejected with its place`(text: String, pointer: String, offset: Int) {
        let problem = #expect(throws: Problem.self) { try JSONValue.parse(text.utf8) }
        #expect(problem?.code == .bodyNumberOutOfRange)
        #expect(problem?.pointer == pointer)
        #expect(problem?.offset == offset)
    }

    @Test(arguments: [
        (#"{"a":1,"b":2,"a":3}"#, "/a", 13), (#"[{},{"x":{"a":1,"\u0061":1}}]"#, "/1/x/a", 16),
        (#"{"":1, "":1}"#, "/", 7),
    ])
    func `a repeated property is rejected at its second place`(text: String, pointer: String, offset: Int) {
        let problem = #expect(throws: Problem.self) { try JSONValue.parse(text.utf8) }
        #expect(problem?.code == .bodyDuplicateKey)
        #expect(problem?.pointer == pointer)
        #expect(problem?.offset == offset)
    }

    @Test func `canonically equivalent names are different names`() throws {
        let object = try JSONValue.parse("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
        #expect(object == ["\u{E9}": 1, "e\u{301}": 2])
    }

    @Test func `sixty-four levels are read and the sixty-fifth is too deep`() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try JSONValue.parse(deepest.utf8)
        for opening in ["[", #"{"a":"#] {
            let text = String(repeating: opening, count: 100)
            let problem = #expect(throws: Problem.self) { try JSONValue.parse(text.utf8) }
            #expect(problem?.code == .bodyTooDeep)
            #expect(problem?.offset == 64 * opening.utf8.count)
        }
    }

    @Test func `levels are counted inside each other, not one after the other`() throws {
        let text = "[" + Array(repeating: "[[]]", count: 200).joined(separator: ",") + ",{}]"
        let elements = try #require(try JSONValue.parse(text.utf8).asArray)
        #expect(elements.count == 201)
    }

    @Test func `a million opening brackets do not exhaust the stack`() {
        let problem = #expect(throws: Problem.self) { try JSONValue.parse(repeatElement(0x5B, count: 1_000_000)) }
        #expect(problem?.code == .bodyTooDeep)
    }

    @Test func `a hundred thousand names are read in order, and a repeated one is found`() throws {
        let members = (0..<100_000).map { "\"key\($0)\":\($0)" }
        let document = "{" + members.joined(separator: ",")
        let object = try #require(try JSONValue.parse((document + "}").utf8).asObject)
        #expect(object.count == 100_000)
        #expect(object["key99999"] == 99_999)
        #expect(object.keys == (0..<100_000).map { "key\($0)" })
        let problem = #expect(throws: Problem.self) { try JSONValue.parse((document + ",\"key0\":0}").utf8) }
        #expect(problem?.code == .bodyDuplicateKey)
        #expect(problem?.offset == document.utf8.count + 1)
    }

    @Test func `zero has no sign`() throws {
        for text in ["-0", "-0.0", "-0e5", "-1e-400"] {
            let number = try #require(try JSONValue.parse(text.utf8).asNumber)
            #expect(number.bitPattern == 0, "\(text)")
        }
    }
}

private let validDocuments: [(String, JSONValue)] = [
    ("null", .null), (" true ", true), ("\t\r\nfalse", false), ("0", 0), ("[]", []), ("{}", [:]), ("[ ]", []),
    ("{ }", [:]),
    (#""""#, ""), (#"{"":{"":[]}}"#, ["": ["": []]]),
    (#"{"b":1,"a":[2,{}],"c":null}"#, ["b": 1, "a": [2, [:]], "c": .null]),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000\u0041\u00e9\u20AC""#, "\u{0}A\u{E9}\u{20AC}"),
    (#""\ud83d\uDE00x""#, "\u{1F600}x"),
    (
        "\"\u{7F}\u{E9}\u{20AC}\u{1F600}\u{FEFF}\u{FFFF}\u{10FFFF}\"",
        "\u{7F}\u{E9}\u{20AC}\u{1F600}\u{FEFF}\u{FFFF}\u{10FFFF}"
    ),
    ("1.5", 1.5), ("-12.25E-1", -1.225), ("1e5", 1e5), ("1E+5", 1e5), ("0e9999999", 0), ("0.1", 0.1),
    ("123456789012345", 123_456_789_012_345),
    ("9007199254740993", 9_007_199_254_740_992), ("1.7976931348623157e308", 1.7976931348623157e308),
    ("5e-324", .number(.leastNonzeroMagnitude)), ("1e-400", 0),
    ("0.000000000000000000000000000000000000000000000000000000000001e60", 1), ("100000000000000000000000", 1e23),
    ("2.2250738585072011e-308", .number(.leastNormalMagnitude.nextDown)), ("1e22", 1e22), ("1e-22", 1e-22),
    ("1e23", 1e23), ("8.5e-23", 8.5e-23),
    ("179769313486231580793728971405301e276", 1.797693134862315807e308),
]

private let malformedDocuments: [([UInt8], Int)] =
    [
        ("", 0), (" ", 1), ("\n\n", 2), ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3),
        ("[1}", 2), ("]", 0),
        ("{", 1), ("{]", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5),
        ("{a:1}", 1), ("{'a':1}", 1),
        ("{1:1}", 1), ("{\"a\":1 \"b\":2}", 7), ("{\"a\":}", 5), ("{,}", 1), ("1 2", 2), ("{} {}", 3), ("[]]", 2),
        ("null,", 4), ("\u{0}", 0), ("[1]\u{0}", 3),
        ("tru", 3), ("trux", 3), ("True", 0), ("nul", 3), ("nan", 1), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1),
        ("-NaN", 1), ("undefined", 0),
        ("01", 1), ("-01", 2), ("00", 1), ("1.", 2), ("1.e5", 2), (".5", 0), ("+1", 0), ("-", 1), ("--1", 1), ("1e", 2),
        ("1e+", 3), ("1e5.5", 3),
        ("0x10", 1), ("1_000", 1), ("1a", 1), ("[1.5.5]", 4), ("// c\n1", 0), ("1/**/", 1), ("\"", 1), ("\"abc", 4),
        ("'a'", 0), ("\"\\\"", 3),
        ("\"\\x41\"", 2), ("\"\\'\"", 2), ("\"\\u12G4\"", 5), ("\"\\u\"", 3), ("\"\\U0041\"", 2), ("\"a\nb\"", 2),
        ("\"\t\"", 1), ("\"\u{1F}\"", 1), ("\"\u{0}\"", 1),
        ("\"\\n\u{1}\"", 3), ("\"\\ud800\"", 1), ("\"a\\udc00\"", 2), ("\"\\ud800\\ud800\"", 1),
        ("\"\\ud800\\u0041\"", 1), ("\"\\ud800\\n\"", 1),
        ("\"\\ud83dx\"", 1), ("\u{A0}1", 0), ("\u{2028}1", 0), ("[1\u{C}]", 2), ("\u{FEFF}\u{FEFF}1", 3),
        ("\u{FEFF}", 3),
    ].map { (Array($0.0.utf8), $0.1) } + illFormedStrings

/// Strings of ill-formed UTF-8, each rejected at the lead byte, which follows the opening quotation mark and an `a`.
private let illFormedStrings: [([UInt8], Int)] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
    [0xE2, 0x28, 0xA1],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x28],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
].map { (Array("\"a".utf8) + $0 + Array("\"".utf8), 2) }
