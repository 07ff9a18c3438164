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
