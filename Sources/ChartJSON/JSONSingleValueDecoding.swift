/// Decodes a single value.
struct JSONSingleValueDecoding: SingleValueDecodingContainer {
    let node: JSONNodeDecoder

    var codingPath: [any CodingKey] { node.codingPath }

    func decodeNil() -> Bool {
        node.value == .null
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let result = try JSONNodeDecoder(node.value, codingPath: node.codingPath).read(type)
        _ = node.takeWhole()
        return result
    }
}
