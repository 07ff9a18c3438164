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

    private func mismatch(_ expectation: String) -> Problem {
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

extension JSONNodeDecoder {
    /// The problem for an error that the decoding of a type threw at this node.
    func problem(_ error: any Error, decoding type: Any.Type) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as DecodingError: problem(error, decoding: type)
        default: Problem(.propertyInvalid, String(describing: error), at: jsonPointer)
        }
    }

    private func problem(_ error: DecodingError, decoding type: Any.Type) -> Problem {
        switch error {
        case .keyNotFound(let key, let context):
            return .missing(place(of: context).appending(key.stringValue))
        case .dataCorrupted(let context):
            if place(of: context) == jsonPointer, let names = Self.caseNames(of: type) {
                return mismatch(names.count == 1 ? names[0] : "one of " + names.joined(separator: ", "))
            }
            return Problem(.propertyInvalid, context.debugDescription, at: place(of: context))
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return Problem(.propertyInvalid, context.debugDescription, at: place(of: context))
        @unknown default:
            return Problem(.propertyInvalid, String(describing: error), at: jsonPointer)
        }
    }

    /// The place of an error: this node, or the one inside it to which the error's path leads.
    private func place(of context: DecodingError.Context) -> JSONPointer {
        context.codingPath.count > codingPath.count ? JSONPointer(codingPath: context.codingPath) : jsonPointer
    }

    /// The raw values of an enumeration of strings or numbers, in the order of its cases.
    private static func caseNames(of type: Any.Type) -> [String]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        let names = rawValues(of: type).map { "\($0)" }
        return names.isEmpty ? nil : names
    }

    private static func rawValues<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
        type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue }
    }
}

extension Problem {
    /// The problem that a required property is missing.
    package static func missing(_ pointer: JSONPointer) -> Problem {
        Problem(.propertyMissing, "This property must be given.", at: pointer)
    }
}
