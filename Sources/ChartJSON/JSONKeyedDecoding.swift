/// Decodes the members of an object by the keys of a type.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: JSONNodeDecoder
    let object: JSONObject

    var codingPath: [any CodingKey] { node.codingPath }

    var allKeys: [Key] {
        object.members.compactMap { Key(stringValue: $0.key) }
    }

    func contains(_ key: Key) -> Bool {
        node.ask(for: key.stringValue)
        return object.contains(key.stringValue)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try member(key) == .null
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try node.child(member(key), key: key).read(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try node.openChild(member(key), key: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try node.openChild(member(key), key: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = JSONCodingKey("super")
        return node.openChild(try member(key), key: key)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        node.openChild(try member(key), key: key)
    }

    private func member(_ key: some CodingKey) throws(Problem) -> JSONValue {
        node.ask(for: key.stringValue)
        guard let value = object[key.stringValue] else {
            throw .missing(node.jsonPointer.appending(key.stringValue))
        }
        return value
    }
}
