/// Reads the members of one JSON object, and reports unknown members at the end.
public struct ObjectReader {
    private let object: JSONObject
    /// The place of the object in the body.
    public let pointer: JSONPointer
    private var asked = 0

    /// Creates a reader of an object.
    ///
    /// - Throws: `body.invalid-value` if the JSON is no object.
    public init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        guard case .object(let object) = json else {
            throw Problem(.propertyInvalid, "Expected an object.", pointer: pointer.description)
        }
        self.object = object
        self.pointer = pointer
    }

    private mutating func member(_ name: String) -> JSONValue? {
        guard let member = object[name] else { return nil }
        asked += 1
        return member
    }

    func required<Wanted>(_ found: Wanted?, _ name: String) throws(Problem) -> Wanted {
        guard let found else {
            throw Problem(
                .propertyMissing, "The member \"\(name)\" is missing.", pointer: pointer.appending(name).description)
        }
        return found
    }

    private func unknownWord(_ name: String, _ words: [String]) -> Problem {
        invalid(name, "one of " + words.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    private func invalid(_ name: String, _ expected: String) -> Problem {
        Problem(.propertyInvalid, "Expected \(expected).", pointer: pointer.appending(name).description)
    }

    /// Reads a member of any kind.
    public mutating func json(_ name: String) throws(Problem) -> JSONValue { try required(member(name), name) }

    /// Reads a member of any kind; nil if it is missing.
    public mutating func optionalJSON(_ name: String) -> JSONValue? { member(name) }

    /// Reads a number.
    public mutating func number(_ name: String) throws(Problem) -> Double { try required(optionalNumber(name), name) }

    /// Reads a number; nil if the member is missing.
    public mutating func optionalNumber(_ name: String) throws(Problem) -> Double? {
        guard let member = member(name) else { return nil }
        guard case .number(let number) = member else { throw invalid(name, "a number") }
        return number
    }

    /// Reads a whole number that a Double holds exactly.
    public mutating func integer(_ name: String) throws(Problem) -> Int { try required(optionalInteger(name), name) }

    /// Reads a whole number; nil if the member is missing.
    public mutating func optionalInteger(_ name: String) throws(Problem) -> Int? {
        guard let number = try optionalNumber(name) else { return nil }
        guard number.magnitude <= 9_007_199_254_740_991, let integer = Int(exactly: number) else {
            throw invalid(name, "a whole number")
        }
        return integer
    }

    /// Reads text.
    public mutating func text(_ name: String) throws(Problem) -> String { try required(optionalText(name), name) }

    /// Reads text; nil if the member is missing.
    public mutating func optionalText(_ name: String) throws(Problem) -> String? {
        guard let member = member(name) else { return nil }
        guard case .string(let text) = member else { throw invalid(name, "text") }
        return text
    }

    /// Reads one of the words of an enumeration.
    public mutating func word<Word: RawRepresentable<String>>(
        _ name: String, of words: [Word]
    ) throws(Problem) -> Word {
        try required(optionalWord(name, of: words), name)
    }

    /// Reads one of the words of an enumeration; nil if the member is missing.
    public mutating func optionalWord<Word: RawRepresentable<String>>(
        _ name: String, of words: [Word]
    ) throws(Problem) -> Word? {
        guard let text = try optionalText(name) else { return nil }
        guard let word = words.first(where: { $0.rawValue == text }) else {
            throw unknownWord(name, words.map(\.rawValue))
        }
        return word
    }

    /// Reads a list.
    public mutating func list(_ name: String) throws(Problem) -> [JSONValue] {
        try required(optionalList(name), name)
    }

    /// Reads a list; nil if the member is missing.
    public mutating func optionalList(_ name: String) throws(Problem) -> [JSONValue]? {
        guard let member = member(name) else { return nil }
        guard case .array(let list) = member else { throw invalid(name, "a list") }
        return list
    }

    /// Checks that the object has no unknown members.
    ///
    /// - Parameter known: All members that the object may have.
    /// - Throws: `body.unknown-property` at the first other member.
    public func finish(_ known: @autoclosure () -> [String]) throws(Problem) {
        guard asked < object.count else { return }
        let known = known()
        for name in object.keys where !known.contains(name) {
            throw Problem(
                .propertyUnknown, "There is no member \"\(name)\" here.", pointer: pointer.appending(name).description)
        }
    }
}

/// Reads the members of a batch by their names in ``EventMember``.
extension ObjectReader {
    mutating func optionalJSON(_ member: EventMember) -> JSONValue? { optionalJSON(member.name) }
    mutating func number(_ member: EventMember) throws(Problem) -> Double { try number(member.name) }
    mutating func optionalNumber(_ member: EventMember) throws(Problem) -> Double? { try optionalNumber(member.name) }
    mutating func integer(_ member: EventMember) throws(Problem) -> Int { try integer(member.name) }
    mutating func optionalInteger(_ member: EventMember) throws(Problem) -> Int? { try optionalInteger(member.name) }
    mutating func optionalText(_ member: EventMember) throws(Problem) -> String? { try optionalText(member.name) }
    mutating func list(_ member: EventMember) throws(Problem) -> [JSONValue] { try list(member.name) }
    mutating func optionalList(_ member: EventMember) throws(Problem) -> [JSONValue]? { try optionalList(member.name) }
    func finish(_ members: [EventMember]) throws(Problem) { try finish(members.map(\.name)) }

    mutating func word<Word: RawRepresentable<ShortWord>>(
        _ member: EventMember, of words: [Word]
    ) throws(Problem) -> Word {
        try required(optionalWord(member, of: words), member.name)
    }

    mutating func optionalWord<Word: RawRepresentable<ShortWord>>(
        _ member: EventMember, of words: [Word]
    ) throws(Problem) -> Word? {
        guard let text = try optionalText(member) else { return nil }
        guard let word = ShortWord(text).flatMap(Word.init(rawValue:)) else {
            throw unknownWord(member.name, words.map(\.rawValue.description))
        }
        return word
    }
}
