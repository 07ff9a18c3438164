/// The hash of a batch's body and surface.
public struct BatchDigest: Sendable, Hashable {
    /// The 32 bytes of the hash.
    public let bytes: [UInt8]

    /// Takes a hash that was made before.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
