import Foundation

/// A file with a set of keys.
struct JWTKeyFile: Sendable {
    /// The path as the operator gave it.
    let path: String

    /// What tells that the file has changed; nil without a file.
    var stamp: FileStamp? { FileStamp(of: path) }

    /// Reads the keys.
    ///
    /// - Returns: The keys.
    /// - Throws: `JWTKeySetError` for a file that cannot be read, or is no set.
    func read() throws(JWTKeySetError) -> JWTKeySet {
        guard let handle = FileHandle(forReadingAtPath: path),
            let bytes = try? handle.read(upToCount: JSONWebKeySet.mostBytes + 1)
        else { throw JWTKeySetError("it cannot be read") }
        return try JWTKeySet.parse([UInt8](bytes))
    }
}
