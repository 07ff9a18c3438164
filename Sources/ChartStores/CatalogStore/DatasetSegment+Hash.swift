import Crypto

extension DatasetSegment {
    /// The SHA-256 of bytes.
    package static func hash(of bytes: [UInt8]) -> [UInt8] { HashValue(SHA256.hash(data: bytes)).bytes }
}
