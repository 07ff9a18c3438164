import ChartStores
import Crypto

/// The hash of a batch's body and surface.
package struct BatchDigest: Sendable, Hashable {
    private let hash: HashValue

    /// Restores a digest from 32 bytes; `nil` for another count.
    package init?(bytes: [UInt8]) {
        guard let hash = HashValue(bytes: bytes) else { return nil }
        self.hash = hash
    }

    init(_ hash: HashValue) {
        self.hash = hash
    }

    /// The 32 bytes of the hash.
    package var bytes: [UInt8] { hash.bytes }
}

extension BatchDigest {
    /// Hashes a body and the surface that it is for.
    package init(body: [UInt8], surface: String) {
        var hash = SHA256()
        hash.update(data: Array(surface.utf8))
        hash.update(data: [0])
        hash.update(data: body)
        self.init(HashValue(hash.finalize()))
    }
}
