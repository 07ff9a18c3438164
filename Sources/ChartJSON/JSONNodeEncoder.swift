/// The encoder of one value of a document.
final class JSONNodeEncoder: Encoder {
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var content = Content.nothing
    private var isSorted = false

    private enum Content {
        case nothing
        case value(JSONValue)
        case array([JSONNodeEncoder])
        case object([(key: String, node: JSONNodeEncoder)])
    }

    init(codingPath: [any CodingKey] = []) {
        self.codingPath = codingPath
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        beginObject()
        return KeyedEncodingContainer(JSONKeyedEncoding<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        beginArray()
        return JSONUnkeyedEncoding(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleValueEncoding(node: self)
    }

    /// Encodes a value as this node.
    func put<T: Encodable>(_ value: T) throws {
        if let scalar = value as? any JSONScalar {
            guard let json = scalar.json else {
                throw EncodingError.invalidValue(
                    value, .init(codingPath: codingPath, debugDescription: "JSON cannot hold the number \(value)."))
            }
            content = .value(json)
        } else {
            isSorted = value is any UnorderedMembers
            try value.encode(to: self)
        }
    }

    func putNull() {
        content = .value(.null)
    }

    /// The encoded value.
    var result: JSONValue {
        switch content {
        case .nothing: return .object(JSONObject())
        case .value(let value): return value
        case .array(let nodes): return .array(nodes.map(\.result))
        case .object(var members):
            if isSorted {
                members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            }
            return .object(JSONObject(members.map { ($0.key, $0.node.result) }))
        }
    }

    var elementCount: Int {
        guard case .array(let nodes) = content else { return 0 }
        return nodes.count
    }

    func addMember(_ key: any CodingKey) -> JSONNodeEncoder {
        guard case .object(var members) = content else { preconditionFailure("the type encodes no object") }
        let node = JSONNodeEncoder(codingPath: codingPath + [key])
        content = .nothing
        members.append((key.stringValue, node))
        content = .object(members)
        return node
    }

    func addElement() -> JSONNodeEncoder {
        guard case .array(var nodes) = content else { preconditionFailure("the type encodes no array") }
        let node = JSONNodeEncoder(codingPath: codingPath + [JSONCodingKey(nodes.count)])
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    private func beginObject() {
        switch content {
        case .nothing: content = .object([])
        case .value(.object(let object)):
            content = .object([])
            for (key, value) in object.members {
                addMember(JSONCodingKey(key)).content = .value(value)
            }
        case .object: break
        case .value, .array: preconditionFailure("the type encodes an object and something else")
        }
    }

    private func beginArray() {
        switch content {
        case .nothing: content = .array([])
        case .array: break
        case .value, .object: preconditionFailure("the type encodes an array and something else")
        }
    }
}

/// A collection whose order differs from run to run, so that the encoder sorts its members.
private protocol UnorderedMembers {}

extension Dictionary: UnorderedMembers {}
