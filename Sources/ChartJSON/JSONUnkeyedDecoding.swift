/// Decodes the elements of an array in order.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
    let node: JSONNodeDecoder
    let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(node: JSONNodeDecoder, elements: [JSONValue]) {
        self.node = node
        self.elements = elements
    }

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try element() == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let result = try node.child(element(), key: JSONCodingKey(currentIndex)).read(type)
        currentIndex += 1
        return result
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try openElement().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try openElement().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try openElement()
        currentIndex += 1
        return decoder
    }

    private func openElement() throws(Problem) -> JSONNodeDecoder {
        node.openChild(try element(), key: JSONCodingKey(currentIndex))
    }

    private func element() throws(Problem) -> JSONValue {
        guard !isAtEnd else {
            throw Problem(
                .propertyInvalid, "Expected more than \(elements.count) elements in the array.", at: node.jsonPointer)
        }
        return elements[currentIndex]
    }
}
