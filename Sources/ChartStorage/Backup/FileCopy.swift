import ChartJSON
import ChartStores
import Crypto

/// Copies files, and tells what they hold.
enum FileCopy {
    /// The length of a file and its SHA-256.
    struct Digest: Sendable, Equatable {
        let length: Int
        /// 64 hexadecimal digits.
        let sha256: String
    }

    private static let bytesAtOnce = 1 << 20
    /// The written bytes after which a copy waits for the disk, so that the writes of a server beside it wait no longer.
    private static let bytesPerSynchronization = 32 << 20

    /// Copies the first bytes of a file to a new file, and waits until the disk has them.
    ///
    /// Where the file system can, the copy shares the blocks of the file until one of both is written.
    ///
    /// - Parameters:
    ///   - path: The file, which may grow meanwhile.
    ///   - target: The path of the copy.
    ///   - length: The bytes to copy; `nil` for all.
    /// - Returns: What the copy holds.
    /// - Throws: `DatasetStoreError`, `damaged` for a shorter file.
    static func copy(_ path: String, to target: String, length: Int? = nil) throws(DatasetStoreError) -> Digest {
        let source = try File(path, .read)
        let size = try source.size()
        let length = length ?? size
        guard size >= length else {
            throw DatasetStoreError(.damaged, "\(path) has \(size) bytes instead of \(length)")
        }
        let copy = try File(target, .create)
        let digest: Digest
        if copy.clone(source) {
            if try copy.size() > length { try copy.truncate(to: length) }
            digest = try self.digest(of: copy)
        } else {
            digest = try self.digest(of: source, length: length) { bytes, offset throws(DatasetStoreError) in
                try copy.write(bytes.span, at: offset)
                if (offset + bytes.count).isMultiple(of: bytesPerSynchronization) { try copy.synchronize() }
            }
        }
        try copy.synchronize()
        return digest
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - length: The bytes to read; `nil` for all.
    ///   - take: Takes each part with its offset.
    /// - Returns: What the file holds.
    /// - Throws: `DatasetStoreError`, or what `take` throws.
    static func digest(
        of file: File, length: Int? = nil,
        _ take: (_ bytes: [UInt8], _ offset: Int) throws(DatasetStoreError) -> Void = { _, _ in }
    ) throws(DatasetStoreError) -> Digest {
        let length = if let length { length } else { try file.size() }
        var hash = SHA256()
        for offset in stride(from: 0, to: length, by: bytesAtOnce) {
            let bytes = try file.read(min(bytesAtOnce, length - offset), at: offset)
            hash.update(data: bytes)
            try take(bytes, offset)
        }
        return Digest(length: length, sha256: Hexadecimal.text(of: hash.finalize()))
    }
}
