/// A JSON document or a part of one.
///
/// Objects keep the order of their members. Two objects are equal if they have equal members in the same order.
///
/// ```swift
/// let value: JSONValue = ["name": "level", "values": [1, 2.5, true]]
/// assert(value.text == #"{"name":"level","values":[1,2.5,true]}"#)
/// ```
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// The literals `true` and `false`.
    case bool(Bool)
    /// A number, as the nearest finite Double.
    case number(Double)
    /// A string, unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates a number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    /// Creates a number from a whole one.
    public init(integerLiteral value: Int) {
        self = .number(Double(value))
    }

    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Creates an object with the members in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSONValue {
    /// The value as JSON text; its numbers must be finite.
    public var text: String {
        var writer = JSONWriter()
        JSONCoding.write(self, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A description of the value for the detail of a problem.
    var summary: String {
        switch self {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .number: return "the number " + text
        case .string(let text): return text.utf8.count <= 40 ? "the string \"\(text)\"" : "a string"
        case .array: return "an array"
        case .object: return "an object"
        }
    }
}

extension JSONValue: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        if let node = decoder as? JSONNodeDecoder {
            self = node.takeWhole()
        } else if let container = try? decoder.container(keyedBy: JSONCodingKey.self) {
            let members = try container.allKeys.map {
                ($0.stringValue, try container.decode(JSONValue.self, forKey: $0))
            }
            self = .object(JSONObject(members))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd {
                elements.append(try container.decode(JSONValue.self))
            }
            self = .array(elements)
        } else {
            self = try JSONValue(scalarOf: decoder.singleValueContainer())
        }
    }

    private init(scalarOf container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag): try flag.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let object): try object.encode(to: encoder)
        }
    }
}

extension JSONObject: Codable {
    /// Decodes any JSON object.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try JSONValue(from: decoder) else {
            throw DecodingError.typeMismatch(
                JSONObject.self, .init(codingPath: decoder.codingPath, debugDescription: "Expected an object."))
        }
        self = object
    }

    /// Encodes the members in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONCodingKey.self)
        for (key, value) in members {
            try container.encode(value, forKey: JSONCodingKey(key))
        }
    }
}
