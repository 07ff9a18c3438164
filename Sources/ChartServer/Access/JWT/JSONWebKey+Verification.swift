import Crypto
import CryptoExtras
import Foundation

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
