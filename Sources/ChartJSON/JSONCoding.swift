/// Converts JSON to Codable types and back.
///
/// Decoding is strict: a property that the decoded type does not read is a problem. A member of type `JSONValue`,
/// `JSONObject` or `[String: T]` reads all properties inside it.
///
/// ```swift
/// struct Size: Codable { var width: Double, height: Double }
/// let json: JSONValue = ["width": 800, "height": 400, "depth": 1]
/// do {
///     _ = try JSONCoding.decode(Size.self, from: json)
///     assertionFailure("a member that the type has not is a problem")
/// } catch {
///     assert(error.pointer == "/depth")
/// }
/// ```
public enum JSONCoding {
    /// Decodes a type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: The JSON to decode it from.
    ///   - pointer: The place of the value in the request body.
    /// - Returns: The decoded value.
    /// - Throws: `body.missing-property`, `body.unknown-property` or `body.invalid-value` with a pointer, and any
    ///   `Problem` that the type throws itself.
    public static func decode<T: Decodable>(
        _ type: T.Type, from value: JSONValue, at pointer: JSONPointer = .root
    ) throws(Problem) -> T {
        try JSONNodeDecoder(value, at: pointer).read(type)
    }

    /// Encodes a value, with the members of objects in the order of encoding, and those of dictionaries sorted by name.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The value as JSON; a type that encodes nothing is an empty object.
    /// - Throws: `EncodingError.invalidValue` for a number that is not finite or a whole number beyond ±2⁵³, and any
    ///   error of the type.
    public static func encode<T: Encodable>(_ value: T) throws -> JSONValue {
        let encoder = JSONNodeEncoder()
        try encoder.put(value)
        return encoder.result
    }

    /// Writes a value, whose numbers must be finite.
    public static func write(_ value: JSONValue, into writer: inout JSONWriter) {
        switch value {
        case .null: writer.null()
        case .bool(let flag): writer.value(flag)
        case .number(let number): writer.value(number)
        case .string(let text): writer.value(text)
        case .array(let elements):
            writer.beginArray()
            for element in elements {
                write(element, into: &writer)
            }
            writer.endArray()
        case .object(let object):
            writer.beginObject()
            for (key, value) in object.members {
                writer.key(key)
                write(value, into: &writer)
            }
            writer.endObject()
        }
    }
}
