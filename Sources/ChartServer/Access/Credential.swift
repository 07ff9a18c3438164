import ChartSeries
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
        guard let text = Self.bearerText(in: authorization) else {
            self = .token("")
            return
        }
        if ExactName.begins(text, with: APIKey.prefix) {
            self = .apiKey(text)
        } else if text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
            self = .jwt(text)
        } else {
            self = .token(text)
        }
    }

    /// The one word after `Bearer`, which may be in any case; nil for another header.
    ///
    /// Looks at bytes, because nearly each request passes here.
    private static func bearerText(in authorization: String) -> String? {
        let space = UInt8(ascii: " ")
        let header = authorization.utf8.drop { $0 == space }
        let scheme = header.prefix { $0 != space }
        guard scheme.count == 6, zip(scheme, "bearer".utf8).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
        let word = header[scheme.endIndex...].drop { $0 == space }
        let end = word.firstIndex(of: space) ?? word.endIndex
        guard end > word.startIndex, word[end...].allSatisfy({ $0 == space }) else { return nil }
        return String(Substring(word[..<end]))
    }
}
