import ChartSessions

/// What a request presents to say who calls.
enum Credential: Sendable, Hashable {
    /// The request presents nothing.
    case none
    /// The text of an API key.
    case apiKey(String)
    /// The text of a JWT.
    case jwt(String)
    /// Any other text, which may be a token of a session; empty for an `Authorization` that is not `Bearer` and one word.
    case token(String)

    /// Reads the header, else the token of the query.
    ///
    /// - Parameters:
    ///   - authorization: The `Authorization` header; nil without one.
    ///   - queryToken: The query's `token`, on a route that takes it; it is a token of a session, never a key.
    init(authorization: String?, queryToken: String?) {
        guard let authorization else {
            self = queryToken.map { .token($0) } ?? .none
            return
        }
        let words = authorization.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            self = .token("")
            return
        }
        let text = String(words[1])
        if text.hasPrefix(APIKey.prefix) {
            self = .apiKey(text)
        } else if text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
            self = .jwt(text)
        } else {
            self = .token(text)
        }
    }
}
