import Crypto

extension HashValue {
    /// Takes a hash that was made.
    init(_ digest: SHA256.Digest) {
        self = unsafe digest.withUnsafeBytes { unsafe HashValue(reading: $0) }
    }
}
