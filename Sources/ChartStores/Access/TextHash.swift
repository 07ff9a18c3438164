import Crypto

/// The SHA-256 of a text such as a credential; two hashes are compared in constant time.
package struct TextHash: Sendable, Hashable {
    /// The hash.
    let value: HashValue

    /// Hashes a text.
    package init(of text: String) {
        var text = text
        var function = SHA256()
        text.withUTF8 { unsafe function.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        value = HashValue(function.finalize())
    }

    /// Takes 32 bytes; `nil` for another count.
    package init?(bytes: [UInt8]) {
        guard let value = HashValue(bytes: bytes) else { return nil }
        self.value = value
    }

    /// The 32 bytes.
    package var bytes: [UInt8] { value.bytes }
}
