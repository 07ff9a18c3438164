import CoreTestSupport
import Foundation

@testable import ChartServer

extension FuzzLaw {
    /// Sets of public keys are read as Foundation reads them, up to the numbers that jwt-kit gets.
    static let jwtKeySet = FuzzLaw("JWTKeySet") { bytes in
        let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
        let set: JSONWebKeySet
        do throws(JWTKeySetError) {
            set = try JSONWebKeySet(bytes)
        } catch {
            return try require(!error.description.isEmpty, "a refusal says nothing")
        }
        let elements = object?["keys"] as? [Any]
        try require(elements?.count == set.keys.count + set.ignoredCount, "a key is lost")
        try require(set.keys.count <= JSONWebKeySet.mostKeys, "there are too many keys")
        for key in set.keys { try checkKey(key) }
    }
}

private func checkKey(_ key: JSONWebKey) throws {
    try require(!key.algorithms.isEmpty, "a key has no algorithm")
    switch key.numbers {
    case .rsa(let modulus, let exponent):
        try require(key.algorithms.allSatisfy { $0 == .rs256 || $0 == .ps256 }, "an RSA key has another algorithm")
        try require((256...1_024).contains(key.signatureBytes), "an RSA key has another size")
        try require(bytes(modulus).drop { $0 == 0 }.count == key.signatureBytes, "a signature has another size")
        try require(bytes(exponent).last.map { !$0.isMultiple(of: 2) } == true, "an exponent is even")
    case .p256(let x, let y):
        try require(key.algorithms == [.es256] && key.signatureBytes == 64, "a key on P-256 has another algorithm")
        try require(bytes(x).count == 32 && bytes(y).count == 32, "a coordinate has another size")
    case .ed25519(let x):
        try require(key.algorithms == [.edDSA] && key.signatureBytes == 64, "a key on Ed25519 has another algorithm")
        try require(bytes(x).count == 32, "a key on Ed25519 has another size")
    }
}

/// The bytes of a base64 text, as Foundation reads them.
private func bytes(_ text: String) -> Data {
    let digits = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
    return Data(base64Encoded: digits + padding) ?? Data()
}
