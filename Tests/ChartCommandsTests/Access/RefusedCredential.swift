import ChartStores
import ChartWire

@testable import ChartServer
@testable import ServerTestSupport

/// A credential that every route refuses, with its name in the documentation.
struct RefusedCredential: Sendable {
    let name: String
    /// The `Authorization` header; nil for none.
    let authorization: String?

    private init(_ name: String, _ authorization: String?) {
        self.name = name
        self.authorization = authorization
    }

    /// Each of them, in the order of the documentation.
    static func all(of world: AccessWorld, _ issuer: JWTIssuer) async throws -> [RefusedCredential] {
        let right = await world.right
        let id = right.prefix(APIKey.prefix.count + 12)
        let zeros = String(repeating: "0", count: 40)
        let keys = [
            ("a malformed key", String(right.dropLast())), ("an unknown key", "csk_0123456789ab_\(zeros)"),
            ("a key with another secret", "\(id)_\(zeros)"), ("an expired key", try await world.makeExpiredKey()),
            ("a revoked key", try await world.makeRevokedKey()),
        ]
        return [
            RefusedCredential("nothing", nil),
            RefusedCredential("an `Authorization` that is not `Bearer` and one word", "Basic \(right)"),
            RefusedCredential("a text that is no token, no key and no JWT", "Bearer x"),
        ] + (keys + (try await tokens(of: issuer))).map { RefusedCredential($0.0, "Bearer \($0.1)") }
    }

    /// A JWT for each fault, sound but for this one.
    private static func tokens(of issuer: JWTIssuer) async throws -> [(String, String)] {
        let (second, other) = (Double(JWTIssuer.now / 1_000), try JWTIssuer())
        func token(_ changes: [String: JSONValue?]) async throws -> String {
            try await issuer.token("ES256", claims: JWTIssuer.claims(changes))
        }
        return [
            ("a JWT whose parts are not base64 or not JSON", "a.b.c"),
            ("a JWT with `alg` `none`", try await issuer.token("none", kid: "rsa")),
            ("a JWT with `alg` `HS256` and the public key as its secret", try await issuer.token("HS256", kid: "rsa")),
            ("a JWT of more than 8 KiB", try await token(["pad": .string(String(repeating: "a", count: 8_192))])),
            ("a JWT with an unknown `kid`", try await issuer.token("ES256", kid: "unknown")),
            ("a JWT with a wrong signature", try await other.token("ES256")),
            ("a JWT of another issuer", try await token(["iss": "https://other.example"])),
            ("a JWT for another audience", try await token(["aud": "other"])),
            ("a JWT with `nbf` in the future", try await token(["nbf": .number(second + 31)])),
            ("a JWT that has expired", try await token(["exp": .number(second - 31)])),
        ]
    }
}
