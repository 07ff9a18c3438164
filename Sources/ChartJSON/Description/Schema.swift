/// What a property takes, as the contract and `GET /v1/modifiers` tell it.
public struct Schema: Sendable {
    /// A type of JSON.
    public enum Kind: String, Sendable {
        case boolean, integer, number, string, array, object
    }

    /// The type.
    public var kind: Kind
    /// The words that a text may be; empty for any text.
    public var words: [String] = []
    /// The Swift type of the words.
    public var wordType = ""
    /// The least number, or the least count of bytes or elements; nil for none.
    public var least: Double?
    /// The largest number, or the largest count of bytes or elements; nil for none.
    public var most: Double?
    /// Whether the least number itself is not taken.
    public var excludesLeast = false
    /// The number within the bounds that is not taken; nil for none.
    public var excluded: Double?
    /// Whether null is taken, which means that there is no value.
    public var takesNull = false
    /// Whether a client must give the property.
    public var isRequired = false
    /// The name of the contract's schema; nil where the type says all.
    public var reference: String?
    /// The name of the contract's schema of the elements of an array; nil for texts.
    public var element: String?

    /// Creates the description of a type.
    public init(_ kind: Kind, from least: Double? = nil, to most: Double? = nil, as reference: String? = nil) {
        self.kind = kind
        self.least = least
        self.most = most
        self.reference = reference
    }

    /// Creates the description of a list.
    public init(listOf element: String, from least: Double? = nil, to most: Double? = nil) {
        self.init(.array, from: least, to: most)
        self.element = element
    }

    /// The words of an enumeration, which the contract calls by a name or as the type is called.
    public init<Word: CaseIterable & RawRepresentable<String>>(words type: Word.Type, as reference: String? = nil) {
        self.init(.string, as: reference)
        words = type.allCases.map(\.rawValue)
        wordType = String(reflecting: type)
    }

    /// The same, where numbers are above a bound.
    public func above(_ bound: Double) -> Schema {
        var schema = self
        (schema.least, schema.excludesLeast) = (bound, true)
        return schema
    }

    /// The same, and null.
    public var orNull: Schema {
        var schema = self
        schema.takesNull = true
        return schema
    }

    /// The same, which a client must give.
    public var required: Schema {
        var schema = self
        schema.isRequired = true
        return schema
    }

    /// What is wrong with a number, or with a count of `things`.
    ///
    /// - Parameters:
    ///   - number: The number or the count.
    ///   - things: What is counted, after a blank; empty for a number.
    /// - Returns: A sentence; nil where the number is within the bounds.
    public func fault(_ number: Double, _ things: String = "") -> String? {
        if number == excluded { return "Expected another number than \(JSONValue.number(number).text)." }
        guard number < least ?? number || number > most ?? number else { return nil }
        func text(_ bound: Double) -> String { JSONValue.number(bound).text }
        let bounds =
            switch (least, most) {
            case (let least?, let most?): "\(text(least)) to \(text(most))"
            case (let least?, nil): "at least \(text(least))"
            case (_, let most): "at most \(text(most ?? number))"
            }
        return "Expected \(bounds)\(things)."
    }

    /// Writes the bounds, or the words, as `GET /v1/modifiers` tells them.
    public func writeBounds(into writer: inout JSONWriter) {
        if !words.isEmpty {
            writer.member("bounds", list: words) { $1.value($0) }
        } else if least != nil || most != nil {
            writer.member("bounds", list: [least, most]) { $1.number(orNull: $0 ?? .nan) }
        } else {
            writer.key("bounds")
            writer.null()
        }
    }
}
