import ChartEngine
package import ChartStores
package import ChartWire

/// What a driver says of a token that it gives out.
package struct TokenGrant: Described {
    private var words: [String]?
    /// The name under which its holder's annotations stand; `nil` where the client gives none.
    package private(set) var author: String?
    private var milliseconds: Double?

    /// Nothing: a token is of its session alone.
    package typealias Place = Void

    /// Creates a grant that says nothing.
    package init() {}

    /// What its holder may do.
    package var rights: Set<TokenRight> { Set(words?.compactMap(TokenRight.init) ?? []) }

    /// How many milliseconds it counts; `nil` for as long as the session.
    package var lifetime: Int64? { milliseconds.map { Int64($0) } }

    private static let longestAuthor = 64.0
    private static let rightsSchema: Schema = {
        var schema = Schema(.array, as: "TokenRights")
        schema.isRequired = true
        return schema
    }()
    private static let lifetimes = Schema(.integer, from: 1, to: 31_536_000_000_000)

    /// What a driver can say.
    package static let properties: [Property<TokenGrant>] = [
        Property(
            "may", \.words, rightsSchema,
            "What its holder may do: `look` as a viewer, `annotate` too, or `drive`; several add up.",
            reading: { json, _, _, pointer throws(Problem) in
                let words = try JSONCoding.decode([String].self, from: json, at: pointer)
                let all = TokenRight.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                guard !words.isEmpty else {
                    throw Problem(.propertyInvalid, "A token has at least one of \(all).", at: pointer)
                }
                for (index, word) in words.enumerated() where TokenRight(rawValue: word) == nil {
                    throw Problem(.propertyInvalid, "A right is one of \(all).", at: pointer.appending(index))
                }
                return words
            }),
        Property(
            "author", \.author, Schema(.string, from: 1, to: longestAuthor).orNull,
            "Whose the annotations are that its holder makes, one line; a token that only annotates has its id unless given.",
            reading: { json, _, _, pointer throws(Problem) in
                guard let author = try JSONCoding.decode(String?.self, from: json, at: pointer) else { return nil }
                try ReadableText.check(line: author, atMost: Int(longestAuthor), at: pointer)
                return author
            }),
        Property(
            "expires", \.milliseconds, lifetimes.orNull,
            "How many milliseconds from now it counts; as long as the session unless given.",
            fault: { $0.flatMap { lifetimes.fault($0) } }),
    ]

    /// Reads the body of a request.
    ///
    /// - Parameter bytes: The body.
    /// - Throws: A problem that names the place.
    package init(body bytes: [UInt8]) throws(Problem) {
        try take(try JSONCoding.decode(JSONObject.self, from: try JSONValue.parse(bytes)), in: (), at: .root)
    }
}

/// Writes the tokens that a session has beside its two.
package enum TokenWriter {
    /// Writes a new token with its secret.
    package static func write(_ token: GrantedToken, secret: String) -> [UInt8] {
        var writer = JSONWriter()
        write(token, secret: secret, into: &writer)
        return writer.bytes
    }

    /// Writes `{"tokens":[…]}`, without secrets.
    package static func write(_ tokens: [GrantedToken]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("tokens")
        writer.beginArray()
        for token in tokens { write(token, secret: nil, into: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ token: GrantedToken, secret: String?, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", token.id)
        if let secret { writer.member("token", secret) }
        writer.member("may", list: GrantedToken.ordered(token.rights)) { $1.value($0.rawValue) }
        writer.member("author", orNull: token.author)
        writer.member("expiresAt", orNull: token.expiresAt.map(Double.init))
        writer.endObject()
    }
}
