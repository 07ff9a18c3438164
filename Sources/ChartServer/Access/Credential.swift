import ChartSeries
import ChartStores
import Foundation

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
    ///   - isFeeder: Whether the header may also be `Token` and a word, or `Basic` with a key as the password.
    init(authorization: String?, queryToken: String?, ofFeeder isFeeder: Bool = false) {
        guard let authorization else {
            self = queryToken.map { .token($0) } ?? .none
            return
        }
        let given = isFeeder ? Self.feederText(in: authorization) : nil
        guard let text = given ?? Self.bearerText(in: authorization) else {
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

    /// The word after `Token`, or the password after `Basic`; nil for another header.
    private static func feederText(in authorization: String) -> String? {
        let parts = authorization.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "token": return String(parts[1])
        case "basic":
            guard let bytes = Data(base64Encoded: String(parts[1])),
                let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
            else { return nil }
            return String(text[text.index(after: colon)...])
        case _: return nil
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
