import ChartStores
import ChartWire

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
