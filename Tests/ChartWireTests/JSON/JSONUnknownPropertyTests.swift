import ChartWire
import Testing

/// Tests which properties count as known for types that decode an object in several steps.
struct JSONUnknownPropertyTests {
    @Test func `a property is known if one of several containers over an object reads it`() throws {
        _ = try decode(Flattened.self, #"{"id":"a","x":1,"y":2}"#)
        expectUnknown("/z") { try decode(Flattened.self, #"{"id":"a","x":1,"y":2,"z":3}"#) }
    }

    @Test func `a nested container's object is checked too`() throws {
        _ = try decode(Nested.self, #"{"point":{"x":1,"y":2},"list":[{"x":3}]}"#)
        expectUnknown("/point/z") { try decode(Nested.self, #"{"point":{"x":1,"y":2,"z":3},"list":[{"x":3}]}"#) }
        expectUnknown("/list/0/w") { try decode(Nested.self, #"{"point":{"x":1,"y":2},"list":[{"x":3,"w":4}]}"#) }
    }

    @Test func `a super decoder's object is checked too`() throws {
        _ = try decode(Derived.self, #"{"super":{"x":1,"y":2},"base":{"x":1,"y":2},"name":"a"}"#)
        expectUnknown("/super/q") {
            try decode(Derived.self, #"{"super":{"x":1,"y":2,"q":0},"base":{"x":1,"y":2},"name":"a"}"#)
        }
        expectUnknown("/base/q") {
            try decode(Derived.self, #"{"super":{"x":1,"y":2},"base":{"x":1,"y":2,"q":0},"name":"a"}"#)
        }
        expectUnknown("/q") {
            try decode(Derived.self, #"{"super":{"x":1,"y":2},"base":{"x":1,"y":2},"name":"a","q":0}"#)
        }
    }

    @Test func `the check includes the contents of optionals, arrays and wrappers`() throws {
        _ = try decode([Wrapper?].self, #"[{"x":1,"y":2},null]"#)
        expectUnknown("/0/z") { try decode([Wrapper?].self, #"[{"x":1,"y":2,"z":3},null]"#) }
        expectUnknown("/a/1/z") { try decode([String: [Point]].self, #"{"a":[{"x":1,"y":2},{"x":1,"y":2,"z":3}]}"#) }
    }

    @Test func `a type without properties decodes only from an empty object`() throws {
        _ = try decode(Empty.self, "{}")
        expectUnknown("/a") { try decode(Empty.self, #"{"a":1}"#) }
    }

    @Test func `the first unknown property in the body's order is named`() {
        expectUnknown("/m") { try decode(Point.self, #"{"m":1,"x":1,"a":1,"y":2}"#) }
    }

    @Test func `a property that the type only checks for is known`() throws {
        _ = try decode(Asking.self, #"{"present":{"any":1}}"#)
    }

    @Test func `a type that holds any JSON knows all properties inside`() throws {
        let text = #"{"b":{"c":[{"d":1}]},"a":null}"#
        let value = try JSONValue.parse(text.utf8)
        #expect(try decode(JSONValue.self, text) == value)
        #expect(try decode(JSONObject.self, text) == ["b": ["c": [["d": 1]]], "a": .null])
        #expect(try decode(FreeForm.self, text).value == value)
        #expect(throws: Problem.self) { try decode(JSONObject.self, "[]") }
    }

    private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try JSONCoding.decode(type, from: JSONValue.parse(text.utf8))
    }

    private func expectUnknown<T>(
        _ pointer: String, at location: SourceLocation = #_sourceLocation, _ body: () throws -> T
    ) {
        let problem = #expect(throws: Problem.self, sourceLocation: location) { _ = try body() }
        #expect(problem?.code == .propertyUnknown, sourceLocation: location)
        #expect(problem?.pointer == pointer, sourceLocation: location)
    }
}

private struct Point: Decodable {
    var x, y: Double

    enum CodingKeys: CodingKey { case x, y }
}

private struct Flattened: Decodable {
    enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
        _ = try Point(from: decoder)
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
    }
}

private struct Nested: Decodable {
    enum CodingKeys: CodingKey { case point, list }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let first = try container.nestedContainer(keyedBy: Point.CodingKeys.self, forKey: .point)
        _ = try first.decode(Double.self, forKey: .x)
        let second = try container.nestedContainer(keyedBy: Point.CodingKeys.self, forKey: .point)
        _ = try second.decode(Double.self, forKey: .y)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        let element = try list.nestedContainer(keyedBy: Point.CodingKeys.self)
        _ = try element.decode(Double.self, forKey: .x)
    }
}

private struct Derived: Decodable {
    enum CodingKeys: CodingKey { case base, name }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try Point(from: container.superDecoder())
        _ = try Point(from: container.superDecoder(forKey: .base))
        _ = try container.decode(String.self, forKey: .name)
    }
}

private struct Wrapper: Decodable {
    init(from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(Point.self)
    }
}

private struct Empty: Decodable {}

private struct Asking: Decodable {
    enum CodingKeys: CodingKey { case present }

    init(from decoder: any Decoder) throws {
        #expect(try decoder.container(keyedBy: CodingKeys.self).contains(.present))
    }
}

private struct FreeForm: Decodable {
    var value: JSONValue

    init(from decoder: any Decoder) throws {
        value = try JSONValue(from: decoder)
    }
}
