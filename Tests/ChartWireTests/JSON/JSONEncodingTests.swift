import ChartWire
import Testing

struct JSONEncodingTests {
    @Test func `members are in the order of encoding, without nil`() throws {
        let axis = Axis(
            id: "x", range: [0, 1.5], label: nil, isFlipped: true, inner: .init(count: 3), meta: ["z": 1, "a": .null])
        #expect(
            try text(axis)
                == #"{"id":"x","range":[0,1.5],"isFlipped":true,"inner":{"count":3},"meta":{"z":1,"a":null}}"#)
        #expect(try JSONCoding.decode(Axis.self, from: JSONCoding.encode(axis)) == axis)
    }

    @Test func `the members of a dictionary are sorted by name`() throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<50).map { ("k\($0)", $0) })
        let object = try #require(try JSONCoding.encode(dictionary).asObject)
        #expect(object.keys == dictionary.keys.sorted())
    }

    @Test func `top-level values, nested containers and super encoders are encoded`() throws {
        #expect(try text([1, nil, 3] as [Int?]) == "[1,null,3]")
        #expect(try text("a") == #""a""#)
        #expect(try text(Double?.none) == "null")
        #expect(
            try text(ByHand())
                == #"{"point":{"x":1},"list":[null,[2],{"y":3},true],"super":"s","again":[],"none":null}"#)
        #expect(try text(Nothing()) == "{}")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite is an error with its place`(number: Double) {
        let error = #expect(throws: EncodingError.self) { try JSONCoding.encode(["a": [0, number]]) }
        guard case .invalidValue(_, let context)? = error else {
            Issue.record("another error")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
    }

    @Test func `a whole number that a Double cannot hold exactly is an error`() throws {
        #expect(try text([1 << 53, -(1 << 53)]) == "[9007199254740992,-9007199254740992]")
        #expect(throws: EncodingError.self) { try JSONCoding.encode((1 << 53) + 1) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(UInt64.max) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Int.min) }
        #expect(try text(Int8.min) == "-128")
    }

    private func text(_ value: some Encodable) throws -> String {
        var writer = JSONWriter()
        JSONCoding.write(try JSONCoding.encode(value), into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

private struct Axis: Codable, Equatable {
    struct Inner: Codable, Equatable {
        var count: UInt8
    }

    var id: String
    var range: [Double]
    var label: String?
    var isFlipped: Bool
    var inner: Inner
    var meta: JSONValue?
}

private struct ByHand: Encodable {
    enum CodingKeys: CodingKey { case point, list, again, none, x, y }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var point = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .point)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try point.encode(1, forKey: .x)
        try list.encodeNil()
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(2)
        var object = list.nestedContainer(keyedBy: CodingKeys.self)
        try object.encode(3, forKey: .y)
        #expect(list.count == 3)
        try true.encode(to: list.superEncoder())
        try "s".encode(to: container.superEncoder())
        _ = container.superEncoder(forKey: .again).unkeyedContainer()
        try container.encodeNil(forKey: .none)
    }
}

private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws {}
}
