import JWTKit

extension JSONWebKey {
    /// Makes the verification of one of the key's algorithms; nil for numbers that are no key.
    ///
    /// A collection of its own holds each, because jwt-kit's collections fall back to a default key for an unknown `kid`,
    /// and hold a key to the algorithm of its first use.
    func verification(by algorithm: SignatureAlgorithm) async -> (any JWTAlgorithm)? {
        let jwk: JWK =
            switch numbers {
            case .rsa(let modulus, let exponent):
                .rsa(
                    JWK.Algorithm(rawValue: algorithm.rawValue), identifier: "key", modulus: modulus,
                    exponent: exponent)
            case .p256(let x, let y): .ecdsa(.es256, identifier: "key", x: x, y: y, curve: .p256)
            case .ed25519(let x): .octetKeyPair(.eddsa, identifier: "key", x: x, y: nil, curve: .ed25519)
            }
        let collection = JWTKeyCollection()
        guard (try? await collection.add(jwk: jwk)) != nil,
            let verification = try? await collection.getKey(for: "key", alg: algorithm.rawValue),
            verification.name == algorithm.rawValue
        else { return nil }
        return verification
    }
}
