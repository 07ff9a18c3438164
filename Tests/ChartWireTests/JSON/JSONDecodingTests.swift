import ChartWire
import Testing

struct JSONDecodingTests {
    @Test func `a whole batch is decoded`() throws {
        let batch = try decode(
            Batch.self,
            #"{"client":"tab-1","sequence":7,"events":[{"type":"touch","phase":"began","touches":[{"id":1,"x":120,"y":80.5}]},{"type":"tick"}],"meta":{"any":{"thing":[1,null]}},"sizes":{"a":1,"b":2}}"#
        )
        #expect(batch.client == "tab-1")
        #expect(batch.sequence == 7)
        #expect(batch.events == [.touch(.began, [Touch(id: 1, x: 120, y: 80.5)]), .tick])
        #expect(batch.meta == ["any": ["thing": [1, .null]]])
        #expect(batch.sizes == ["a": 1, "b": 2])
    }

    @Test func `null and absence are both nil for an optional`() throws {
        let batch = try decode(Batch.self, #"{"client":null,"events":[],"meta":null}"#)
        #expect(batch == Batch(client: nil, sequence: nil, events: [], meta: nil, sizes: nil))
    }

    @Test(arguments: [
        (#"{}"#, ProblemCode.propertyMissing, "/events"),
        (
            #"{"events":[{"type":"tick"},{"type":"touch","phase":"began","touches":[{"id":1,"y":0}]}]}"#,
            .propertyMissing, "/events/1/touches/0/x"
        ),
        (#"{"events":[{}]}"#, .propertyMissing, "/events/0/type"),
        (#"[]"#, .propertyInvalid, ""),
        (#"{"events":null}"#, .propertyInvalid, "/events"),
        (#"{"events":{}}"#, .propertyInvalid, "/events"),
        (#"{"events":[[]]}"#, .propertyInvalid, "/events/0"),
        (#"{"events":[],"client":1}"#, .propertyInvalid, "/client"),
        (#"{"events":[],"sequence":1.5}"#, .propertyInvalid, "/sequence"),
        (#"{"events":[],"sizes":{"a/b":"x"}}"#, .propertyInvalid, "/sizes/a~1b"),
        (#"{"events":[{"type":"touch","phase":"begun","touches":[]}]}"#, .propertyInvalid, "/events/0/phase"),
        (#"{"events":[{"type":"nope"}]}"#, .propertyInvalid, "/events/0/type"),
        (
            #"{"events":[{"type":"touch","phase":"began","touches":[{"id":1,"x":"1","y":0}]}]}"#, .propertyInvalid,
            "/events/0/touches/0/x"
        ),
        (#"{"events":[],"sequnce":1}"#, .propertyUnknown, "/sequnce"),
        (#"{"events":[{"type":"tick","phase":"began"}]}"#, .propertyUnknown, "/events/0/phase"),
        (
            #"{"events":[{"type":"touch","phase":"began","touches":[{"id":1,"x":1,"y":0,"tapCount":2}]}]}"#,
            .propertyUnknown, "/events/0/touches/0/tapCount"
        ),
    ])
    func `a problem names its place`(text: String, code: ProblemCode, pointer: String) {
        let problem = #expect(throws: Problem.self) { try decode(Batch.self, text) }
        #expect(problem?.code == code)
        #expect(problem?.pointer == pointer)
        #expect(problem?.detail.isEmpty == false)
    }

    @Test func `the pointer of a problem starts at the place of the value`() {
        let problem = #expect(throws: Problem.self) {
            try JSONCoding.decode(Touch.self, from: ["id": 1, "x": 1], at: .root.appending("events").appending(3))
        }
        #expect(problem?.pointer == "/events/3/y")
    }

    @Test func `the problem of an unknown word lists the known ones`() {
        let problem = #expect(throws: Problem.self) { try decode([Phase].self, #"["moved","begun"]"#) }
        #expect(problem?.pointer == "/1")
        #expect(problem?.detail == #"Expected one of began, moved, ended, found the string "begun"."#)
    }

    @Test func `a problem that the type throws is not changed`() {
        let problem = #expect(throws: Problem.self) { try decode([Span].self, "[[0,1],[3,2]]") }
        #expect(problem == Problem(.rangeInvalid, "The first must be less.", pointer: "/1"))
    }

    @Test func `a foreign error becomes an invalid value at its place`() {
        let problem = #expect(throws: Problem.self) { try decode([Failing].self, "[1]") }
        #expect(problem?.code == .propertyInvalid)
        #expect(problem?.pointer == "/0")
    }

    @Test func `corrupted data is invalid at the place that the type reports`() {
        let problem = #expect(throws: Problem.self) { try decode([String: Even].self, #"{"a":2,"b":3}"#) }
        #expect(problem == Problem(.propertyInvalid, "3 is odd.", pointer: "/b"))
    }

    @Test(arguments: [
        ("256", "UInt8"), ("-1", "UInt8"), ("128", "Int8"), ("1.5", "Int"), ("9007199254740994", "Int"),
        ("-9007199254740994", "Int"),
        ("9007199254740994", "UInt64"), ("-1", "UInt64"), ("\"1\"", "Int"), ("true", "Int"), ("null", "Int"),
        ("1", "Bool"), ("1", "String"),
        ("\"1\"", "Double"), ("null", "Double"), ("true", "Double"), ("1e39", "Float"),
    ])
    func `a number outside the range of its type is rejected`(text: String, type: String) {
        let problem = #expect(throws: Problem.self) {
            switch type {
            case "UInt8": _ = try decode(UInt8.self, text)
            case "Int8": _ = try decode(Int8.self, text)
            case "UInt64": _ = try decode(UInt64.self, text)
            case "Bool": _ = try decode(Bool.self, text)
            case "String": _ = try decode(String.self, text)
            case "Double": _ = try decode(Double.self, text)
            case "Float": _ = try decode(Float.self, text)
            default: _ = try decode(Int.self, text)
            }
        }
        #expect(problem?.code == .propertyInvalid)
        #expect(problem?.pointer == "")
    }

    @Test func `whole numbers are read up to the limits of what a Double holds exactly`() throws {
        #expect(try decode(Int.self, "9007199254740992") == 9_007_199_254_740_992)
        #expect(try decode(Int64.self, "-9007199254740992") == -9_007_199_254_740_992)
        #expect(try decode(UInt8.self, "2.55e2") == 255)
        #expect(try decode([Int?].self, "[1,null]") == [1, nil])
        #expect(try decode(Double?.self, "null") == nil)
    }

    @Test func `an array that is too short is an invalid value`() {
        let problem = #expect(throws: Problem.self) { try decode([Span].self, "[[0]]") }
        #expect(problem?.code == .propertyInvalid)
        #expect(problem?.pointer == "/0")
    }

    private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try JSONCoding.decode(type, from: JSONValue.parse(text.utf8))
    }
}

private enum Phase: String, Codable, CaseIterable {
    case began, moved, ended
}

private struct Touch: Codable, Equatable {
    var id: Int
    var x, y: Double
}

private enum Event: Decodable, Equatable {
    case touch(Phase, [Touch])
    case tick

    private enum Kind: String, Decodable, CaseIterable { case touch, tick }
    private enum CodingKeys: CodingKey { case type, phase, touches }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .touch:
            self = .touch(
                try container.decode(Phase.self, forKey: .phase), try container.decode([Touch].self, forKey: .touches))
        case .tick: self = .tick
        }
    }
}

private struct Batch: Decodable, Equatable {
    var client: String?
    var sequence: Int?
    var events: [Event]
    var meta: JSONValue?
    var sizes: [String: Int]?
}

private struct Span: Decodable {
    var low, high: Double

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        low = try container.decode(Double.self)
        high = try container.decode(Double.self)
        guard low < high else { throw Problem(.rangeInvalid, "The first must be less.", at: decoder.jsonPointer) }
    }
}

private struct Failing: Decodable {
    struct Failure: Error {}

    init(from decoder: any Decoder) throws {
        throw Failure()
    }
}

private struct Even: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(Int.self)
        guard number.isMultiple(of: 2) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(number) is odd.")
        }
    }
}
