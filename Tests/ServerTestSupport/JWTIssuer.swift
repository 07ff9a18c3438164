import ChartStores
import ChartWire
import Configuration
import CryptoExtras
import Foundation
import JWTKit
import StoreTestSupport

@testable import ChartServer

/// An issuer of JWTs with keys of all types, signed by jwt-kit.
struct JWTIssuer {
    static let settings = JWTSettings(issuer: "https://issuer.example", audience: "charts", keys: .file("keys.json"))
    /// The present of the tests, in milliseconds since 1970.
    static let now: Int64 = 1_700_000_000_000

    let rsa: JWTKit.Insecure.RSA.PrivateKey
    let p256 = ES256PrivateKey()
    let ed25519: EdDSA.PrivateKey

    init() throws {
        rsa = try Self.rsaKey.get()
        ed25519 = try EdDSA.PrivateKey()
    }

    /// The set of its public keys, with their types as names.
    func set(_ keys: [String] = ["rsa", "p256", "ed25519"], suffix: String = "", alg: String? = nil) throws -> [UInt8] {
        let algorithm = alg.map { ",\"alg\":\"\($0)\"" } ?? ""
        let elements = try keys.map { try "{\"kid\":\"\($0)\(suffix)\",\(numbers(of: $0))\(algorithm)}" }
        return Array("{\"keys\":[\(elements.joined(separator: ","))]}".utf8)
    }

    /// The members of a public key.
    func numbers(of key: String) throws -> String {
        switch key {
        case "rsa":
            // SubjectPublicKeyInfo of a key of 2048 bits: the modulus has 256 bytes, the exponent the last three.
            let bytes = [UInt8](rsa.publicKey.derRepresentation)
            let modulus = Array(bytes[(bytes.count - 5 - 256)..<(bytes.count - 5)])
            return "\"kty\":\"RSA\",\"n\":\"\(Self.base64(modulus))\",\"e\":\"\(Self.base64(Array(bytes.suffix(3))))\""
        case "p256":
            guard let point = p256.parameters else { throw Unusable() }
            let (x, y) = (Self.urlSafe(point.x), Self.urlSafe(point.y))
            return "\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\(x)\",\"y\":\"\(y)\""
        case _:
            let x = Self.base64([UInt8](ed25519.publicKey.rawRepresentation))
            return "\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"\(x)\""
        }
    }

    /// A token with claims as JSON, and a header.
    func token(
        _ algorithm: String, claims: String = JWTIssuer.claims(), header: [String: JWTHeaderField] = [:],
        kid: String? = "its type"
    ) async throws -> String {
        let keys = JWTKeyCollection()
        let names = ["RS256": "rsa", "PS256": "rsa", "ES256": "p256", "EdDSA": "ed25519"]
        switch algorithm {
        case "RS256": await keys.add(rsa: rsa, digestAlgorithm: .sha256)
        case "RS384": await keys.add(rsa: rsa, digestAlgorithm: .sha384)
        case "PS256": await keys.add(pss: rsa, digestAlgorithm: .sha256)
        case "ES256": await keys.add(ecdsa: p256)
        case "EdDSA": await keys.add(eddsa: ed25519)
        case "none": await keys.addUnsecuredNone()
        case _:
            await keys.add(hmac: HMACKey(from: Data(rsa.publicKey.pemRepresentation.utf8)), digestAlgorithm: .sha256)
        }
        var fields = header
        if let kid { fields["kid"] = fields["kid"] ?? .string(kid == "its type" ? names[algorithm] ?? "rsa" : kid) }
        return try await Self.sign(claims, JWTHeader(fields: fields), keys)
    }

    /// Claims that are accepted, with some changed; nil removes a claim.
    static func claims(_ changes: [String: JSONValue?] = [:]) -> String {
        var claims: JSONObject = [
            "iss": "https://issuer.example", "aud": "charts", "sub": "anna", "exp": 1_700_000_600,
            "scope": "datasets:read unknown sessions:create", "datasets": ["sales-*"],
        ]
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { claims[name] = value }
        let bytes = (try? JSONEncoder().encode(claims)) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Has a server trust the issuer, and moves its clock to the present of the tests.
    func join(_ server: inout TestServer) throws {
        let path = try server.directory.write(String(decoding: set(), as: UTF8.self), to: "issuer.json")
        server.values["auth.jwt.issuer"] = .init(stringLiteral: Self.settings.issuer)
        server.values["auth.jwt.audience"] = .init(stringLiteral: Self.settings.audience)
        server.values["auth.jwt.keys"] = .init(stringLiteral: path)
        server.clock.advance(byMilliseconds: Self.now - server.clock.now)
    }

    /// A verifier over keys in memory.
    static func verifier(_ set: [UInt8], capacity: Int = 4_096) async throws -> JWTVerifier {
        let directory = try TemporaryDirectory()
        let path = try directory.write(String(decoding: set, as: UTF8.self), to: "keys.json")
        var settings = Self.settings
        settings.keys = .file(path)
        let source = try await JWTKeySource.make(settings, fetch: { _ in [] }, logger: LogLines().logger)
        return JWTVerifier(settings: settings, source: source, capacity: capacity)
    }

    /// Base64 with the alphabet of URLs.
    static func base64(_ bytes: [UInt8]) -> String { urlSafe(Data(bytes).base64EncodedString()) }

    private static func urlSafe(_ text: String) -> String {
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// One key of 2048 bits for all tests, since it takes long to make.
    private static let rsaKey = Result { try JWTKit.Insecure.RSA.PrivateKey(backing: .init(keySize: .bits2048)) }

    private static func sign(_ claims: String, _ header: JWTHeader, _ keys: JWTKeyCollection) async throws -> String {
        let algorithm = try await keys.getKey()
        let full = try await DefaultJWTSerializer().makeHeader(from: header, key: algorithm)
        let encoder = JSONEncoder()
        let signed = "\(base64([UInt8](try encoder.encode(full)))).\(base64(Array(claims.utf8)))"
        return "\(signed).\(base64(try algorithm.sign(Array(signed.utf8))))"
    }

    private struct Unusable: Error {}
}

extension JWTVerifier {
    /// The principal of a remembered token, or the refusal of one that is malformed or names another algorithm; nil for
    /// one that has to be verified.
    func remembered(_ token: String, now: Int64) -> Result<Principal, JWTRefusal>? {
        do throws(JWTRefusal) {
            guard case .remembered(let known) = try find(token, now: now) else { return nil }
            return .success(known.principal)
        } catch {
            return .failure(error)
        }
    }

    /// The principal of a token, or why it is refused.
    func verify(_ token: String, now: Int64) async -> Result<Principal, JWTRefusal> {
        do throws(JWTRefusal) {
            switch try find(token, now: now) {
            case .remembered(let known): return .success(known.principal)
            case .unverified(let token): return .success(try await verify(token, now: now).principal)
            }
        } catch {
            return .failure(error)
        }
    }
}
