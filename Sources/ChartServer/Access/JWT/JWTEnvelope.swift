import ChartWire

/// The parts of a JWT, before its signature is verified.
///
/// Of its header the server reads `alg`, `kid` and `crit` alone. Keys that a header brings or names (`jwk`, `jku`,
/// `x5c`, `x5u`) are ignored.
struct JWTEnvelope: Sendable {
    /// The most bytes of a token.
    static let mostBytes = 8_192

    /// The algorithm of the header.
    let algorithm: SignatureAlgorithm
    /// The name of the key; nil without one.
    let kid: String?
    /// The bytes that are signed.
    let signed: [UInt8]
    /// The claims as JSON, which only a verified signature makes worth reading.
    let payload: [UInt8]
    /// The signature.
    let signature: [UInt8]

    /// Reads the parts of a token.
    ///
    /// - Throws: `malformed` or `algorithm`.
    /// - Complexity: O(bytes), of which there are at most 8 KiB.
    init(_ token: String) throws(JWTRefusal) {
        guard token.utf8.count <= Self.mostBytes else { throw .malformed }
        let parts = Array(token.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.bytes(parts[0]), let payload = Base64URL.bytes(parts[1]),
            let signature = Base64URL.bytes(parts[2]), case .object(let fields)? = try? JSONValue.parse(header)
        else { throw .malformed }
        guard case .string(let name)? = fields["alg"], let algorithm = SignatureAlgorithm(rawValue: name) else {
            throw .algorithm
        }
        // The server understands no extension, so it must refuse each that the token calls critical.
        guard fields["crit"] == nil else { throw .malformed }
        switch fields["kid"] {
        case nil: kid = nil
        case .string(let text): kid = text
        case .null, .bool, .number, .array, .object: throw .malformed
        }
        self.algorithm = algorithm
        self.payload = payload
        self.signature = signature
        signed = Array(parts[0]) + [UInt8(ascii: ".")] + parts[1]
    }
}
