/// The decoder of one value of a document, which records the members that the type reads.
final class JSONNodeDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var askedNames: Set<MemberName> = []
    private var wasTakenWhole = false
    /// The nodes of nested containers and decoders, which this node checks for unknown members at its own end.
    private var openNodes: [MemberName: JSONNodeDecoder] = [:]

    init(_ value: JSONValue, at pointer: JSONPointer) {
        self.value = value
        codingPath = pointer.tokens.map { JSONCodingKey($0) }
    }

    init(_ value: JSONValue, codingPath: [any CodingKey]) {
        self.value = value
        self.codingPath = codingPath
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return KeyedDecodingContainer(JSONKeyedDecoding<Key>(node: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        return JSONUnkeyedDecoding(node: self, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        JSONSingleValueDecoding(node: self)
    }

    /// Decodes a type from the whole value, and rejects unknown members.
    func read<T: Decodable>(_ type: T.Type) throws(Problem) -> T {
        if let scalar = type as? any JSONScalar.Type {
            guard let result = scalar.init(json: value) as? T else { throw mismatch(scalar.jsonExpectation) }
            return result
        }
        do {
            let result = try T(from: self)
            try rejectUnknownMembers()
            return result
        } catch {
            throw problem(error, decoding: type)
        }
    }

    func ask(for name: String) {
        askedNames.insert(MemberName(name))
    }

    /// Returns the whole value, and counts all its members as read.
    func takeWhole() -> JSONValue {
        wasTakenWhole = true
        return value
    }

    func child(_ value: JSONValue, key: any CodingKey) -> JSONNodeDecoder {
        JSONNodeDecoder(value, codingPath: codingPath + [key])
    }

    /// The child node for a nested container or decoder; one for each key, so that all containers share its record.
    func openChild(_ value: JSONValue, key: any CodingKey) -> JSONNodeDecoder {
        let name = MemberName(key.stringValue)
        let node = openNodes[name] ?? child(value, key: key)
        openNodes[name] = node
        return node
    }

    func mismatch(_ expectation: String) -> Problem {
        Problem(.propertyInvalid, "Expected \(expectation), found \(value.summary).", at: jsonPointer)
    }

    private func rejectUnknownMembers() throws(Problem) {
        guard !wasTakenWhole else { return }
        switch value {
        case .object(let object):
            for key in object.keys {
                let name = MemberName(key)
                guard askedNames.contains(name) else {
                    throw Problem(.propertyUnknown, "There is no such property here.", at: jsonPointer.appending(key))
                }
                try openNodes[name]?.rejectUnknownMembers()
            }
        case .array(let elements):
            for index in elements.indices {
                try openNodes[MemberName(String(index))]?.rejectUnknownMembers()
            }
        case .null, .bool, .number, .string: break
        }
    }
}
