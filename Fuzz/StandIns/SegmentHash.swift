extension DatasetSegment {
    /// Replaces the SHA-256 of bytes by that stand-in of a text's hash.
    static func hash(of bytes: [UInt8]) -> [UInt8] { TextHash(of: String(decoding: bytes, as: UTF8.self)).bytes }
}
