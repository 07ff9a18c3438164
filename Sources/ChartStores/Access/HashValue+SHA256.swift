package import Crypto

extension HashValue {
    /// Takes a computed digest.
    package init(_ digest: SHA256.Digest) {
        self = unsafe digest.withUnsafeBytes { unsafe HashValue(reading: $0) }
    }
}
