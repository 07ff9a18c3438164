import Crypto
import Foundation

/// An issuer of one JWT, signed with ES256.
struct BenchmarkIssuer {
    /// The `iss` of the token.
    static let name = "https://issuer.example"
    /// The `aud` of the token.
    static let audience = "charts"

    private let key = P256.Signing.PrivateKey()

    /// The issuer's public key as a set.
    var keySet: Data {
        let point = key.publicKey.rawRepresentation
        let (x, y) = (Self.text(of: point.prefix(32)), Self.text(of: point.suffix(32)))
        return Data(#"{"keys":[{"kid":"benchmark","kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}]}"#.utf8)
    }

    /// A token that holds for a day and may do what the benchmark does.
    func token() throws -> String {
        let end = Int(Date().timeIntervalSince1970) + 86_400
        let header = Self.text(of: Data(#"{"alg":"ES256","kid":"benchmark","typ":"JWT"}"#.utf8))
        let claims = Self.text(
            of: Data(
                """
                {"iss":"\(Self.name)","aud":"\(Self.audience)","sub":"benchmark","exp":\(end),\
                "scope":"datasets:read datasets:write sessions:create","datasets":["*"]}
                """.utf8))
        let signature = try key.signature(for: Data("\(header).\(claims)".utf8))
        return "\(header).\(claims).\(Self.text(of: signature.rawRepresentation))"
    }

    private static func text(of bytes: Data) -> String {
        bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
