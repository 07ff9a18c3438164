import ChartStores
import ChartWire
import Crypto
import CryptoExtras
import Foundation

/// One public key of a set (RFC 7517), checked before its numbers reach the cryptography.
struct JSONWebKey: Sendable {
    /// The sizes of RSA keys, in bits.
    private static let modulusBits = 2_048...8_192
    /// The most bytes of an RSA key's exponent.
    private static let mostExponentBytes = 4
    /// The bytes of a coordinate on P-256, and of a key on Ed25519.
    private static let coordinateBytes = 32
    /// The bytes of a signature on both curves.
    private static let curveSignatureBytes = 64

    /// The name of the key; nil without one.
    let kid: String?
    /// The algorithms that the key may be used with: those of its type, or the one that it names.
    let algorithms: [SignatureAlgorithm]
    /// The bytes of each of its signatures.
    let signatureBytes: Int
    /// The hash of the name and the numbers.
    let fingerprint: TextHash
    /// The numbers, as base64.
    let numbers: Numbers

    /// The numbers of each type of key.
    enum Numbers: Sendable {
        case rsa(modulus: String, exponent: String)
        case p256(x: String, y: String)
        case ed25519(x: String)
    }

    /// Reads a key; nil for one that the server has no use for, which RFC 7517 says to ignore.
    init?(_ value: JSONValue) {
        guard case .object(let members) = value, let type = Self.text(members["kty"]) else { return nil }
        guard Self.isForSignatures(members) else { return nil }
        switch members["kid"] {
        case nil: kid = nil
        case .string(let text): kid = text
        case .null, .bool, .number, .array, .object: return nil
        }
        let fitting: [SignatureAlgorithm]
        switch type {
        case "RSA":
            guard let modulus = Self.text(members["n"]), let exponent = Self.text(members["e"]),
                let bits = Self.modulusBits(modulus), Self.isExponent(exponent)
            else { return nil }
            numbers = .rsa(modulus: modulus, exponent: exponent)
            fingerprint = Self.fingerprint(kid, type, modulus, exponent)
            signatureBytes = (bits + 7) / 8
            fitting = [.rs256, .ps256]
        case "EC":
            guard members["crv"] == "P-256", let x = Self.coordinate(members["x"]),
                let y = Self.coordinate(members["y"])
            else { return nil }
            numbers = .p256(x: x, y: y)
            fingerprint = Self.fingerprint(kid, type, x, y)
            signatureBytes = Self.curveSignatureBytes
            fitting = [.es256]
        case "OKP":
            guard members["crv"] == "Ed25519", let x = Self.coordinate(members["x"]) else { return nil }
            numbers = .ed25519(x: x)
            fingerprint = Self.fingerprint(kid, type, x)
            signatureBytes = Self.curveSignatureBytes
            fitting = [.edDSA]
        case _: return nil
        }
        if let named = members["alg"] {
            algorithms = fitting.filter { .string($0.rawValue) == named }
        } else {
            algorithms = fitting
        }
        guard !algorithms.isEmpty else { return nil }
    }

    private static func isForSignatures(_ members: JSONObject) -> Bool {
        guard members["use"] == nil || members["use"] == "sig" else { return false }
        guard let operations = members["key_ops"] else { return true }
        guard case .array(let names) = operations else { return false }
        return names.contains("verify")
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    private static func coordinate(_ value: JSONValue?) -> String? {
        guard let text = text(value), Base64URL.bytes(text.utf8)?.count == coordinateBytes else { return nil }
        return text
    }

    /// The bits of a modulus; nil for one that is no base64 or has another size.
    private static func modulusBits(_ text: String) -> Int? {
        guard let bytes = Base64URL.bytes(text.utf8)?.drop(while: { $0 == 0 }), let first = bytes.first else {
            return nil
        }
        let bits = bytes.count * 8 - first.leadingZeroBitCount
        return modulusBits.contains(bits) ? bits : nil
    }

    /// Whether a text is an odd number above one that is small enough for a fast verification.
    private static func isExponent(_ text: String) -> Bool {
        guard let bytes = Base64URL.bytes(text.utf8)?.drop(while: { $0 == 0 }), let last = bytes.last else {
            return false
        }
        return bytes.count <= mostExponentBytes && !last.isMultiple(of: 2) && !(bytes.count == 1 && last == 1)
    }

    private static func fingerprint(_ kid: String?, _ parts: String...) -> TextHash {
        TextHash(of: (parts + [kid ?? "", kid == nil ? "unnamed" : "named"]).joined(separator: "\n"))
    }
}

extension JSONWebKey {
    /// A public key as swift-crypto verifies with it by one algorithm.
    ///
    /// swift-crypto alone, which the server links for its hashes: a library of JWTs would read the header once more, choose
    /// a key of its own by it, and hold a key to the algorithm of its first use.
    enum Verification: Sendable {
        case rsa(_RSA.Signing.PublicKey, _RSA.Signing.Padding)
        case p256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)

        /// Whether the key has signed some bytes.
        func isValid(_ signature: [UInt8], for signed: [UInt8]) -> Bool {
            switch self {
            case .rsa(let key, let padding):
                return key.isValidSignature(
                    _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signed),
                    padding: padding)
            case .p256(let key):
                guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
                    return false
                }
                return key.isValidSignature(signature, for: SHA256.hash(data: signed))
            case .ed25519(let key): return key.isValidSignature(signature, for: signed)
            }
        }
    }

    /// Makes the verification of one of the key's algorithms; nil for numbers that are no key.
    func verification(by algorithm: SignatureAlgorithm) -> Verification? {
        switch (numbers, algorithm) {
        case (.rsa(let modulus, let exponent), .rs256), (.rsa(let modulus, let exponent), .ps256):
            guard let n = Base64URL.bytes(modulus.utf8), let e = Base64URL.bytes(exponent.utf8),
                let key = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { return nil }
            return .rsa(key, algorithm == .ps256 ? .PSS : .insecurePKCS1v1_5)
        case (.p256(let x, let y), .es256):
            guard let x = Base64URL.bytes(x.utf8), let y = Base64URL.bytes(y.utf8) else { return nil }
            return (try? P256.Signing.PublicKey(x963Representation: [4] + x + y)).map { .p256($0) }
        case (.ed25519(let x), .edDSA):
            guard let x = Base64URL.bytes(x.utf8) else { return nil }
            return (try? Curve25519.Signing.PublicKey(rawRepresentation: x)).map { .ed25519($0) }
        case (.rsa, _), (.p256, _), (.ed25519, _): return nil
        }
    }
}

/// The algorithms whose signatures the server accepts, by their names in the header of a JWT.
enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSA with PKCS #1 v1.5 and SHA-256.
    case rs256 = "RS256"
    /// RSA with PSS and SHA-256.
    case ps256 = "PS256"
    /// ECDSA with P-256 and SHA-256.
    case es256 = "ES256"
    /// Ed25519.
    case edDSA = "EdDSA"
}

/// Base64 with the alphabet of URLs and without padding (RFC 7515, appendix C).
enum Base64URL {
    /// Decodes a text.
    ///
    /// - Parameter text: The digits; every text of bytes has one spelling, and other ones are refused.
    /// - Returns: The bytes; nil for a text that is not an encoding.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var (bits, count): (UInt32, Int) = (0, 0)
        for character in text {
            guard let digit = digit(character) else { return nil }
            bits = (bits << 6 | digit) & 0xffff
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        case _: nil
        }
    }
}

/// The keys of a JWK set (RFC 7517), as its text says; no cryptography has looked at them.
package struct JSONWebKeySet: Sendable {
    /// The most bytes of a set.
    package static let mostBytes = 1_048_576
    /// The most keys of a set.
    static let mostKeys = 100

    /// The keys that the server may have a use for, in their order.
    let keys: [JSONWebKey]
    /// The number of other keys.
    let ignoredCount: Int

    /// Reads a set.
    ///
    /// It ignores what RFC 7517 says to ignore: keys of unknown types, for other uses, or out of the supported ranges.
    ///
    /// - Parameter bytes: The set as JSON.
    /// - Throws: `JWTKeySetError` for a text that is no set, or is too large.
    init(_ bytes: [UInt8]) throws(JWTKeySetError) {
        guard bytes.count <= Self.mostBytes else { throw JWTKeySetError("it has more than \(Self.mostBytes) bytes") }
        let document: JSONValue
        do {
            document = try JSONValue.parse(bytes)
        } catch {
            throw JWTKeySetError("it is not JSON: \(error.detail)")
        }
        guard case .object(let members) = document, case .array(let elements)? = members["keys"] else {
            throw JWTKeySetError("it is no JWK set: it has no array \"keys\"")
        }
        guard elements.count <= Self.mostKeys else { throw JWTKeySetError("it has more than \(Self.mostKeys) keys") }
        keys = elements.compactMap { JSONWebKey($0) }
        ignoredCount = elements.count - keys.count
    }
}

/// A text that is no set of keys.
package struct JWTKeySetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    package let description: String

    /// Takes the reason.
    init(_ description: String) {
        self.description = description
    }
}
