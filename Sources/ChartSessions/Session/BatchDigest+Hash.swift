import ChartStores
import Crypto

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
