/// Encodes the members of an object.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNodeEncoder

    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) {
        node.addMember(key).putNull()
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try node.addMember(key).put(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        node.addMember(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.addMember(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.addMember(JSONCodingKey("super"))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        node.addMember(key)
    }
}

/// Encodes the elements of an array.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    let node: JSONNodeEncoder

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int { node.elementCount }

    func encodeNil() {
        node.addElement().putNull()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try node.addElement().put(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        node.addElement().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        node.addElement().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.addElement()
    }
}

/// Encodes a single value.
struct JSONSingleValueEncoding: SingleValueEncodingContainer {
    let node: JSONNodeEncoder

    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil() {
        node.putNull()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try node.put(value)
    }
}
