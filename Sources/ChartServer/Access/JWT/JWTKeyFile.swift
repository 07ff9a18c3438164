import Foundation

/// A file with a set of keys.
struct JWTKeyFile: Sendable {
    /// What tells one version of a file from another.
    struct Version: Sendable, Hashable {
        private let place: String
        private let number: UInt64
        private let size: UInt64
        private let changedAt: Date

        /// Reads the version of the file at a path, behind all links; `nil` without a file.
        init?(of path: String) {
            let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: place),
                let changedAt = attributes[.modificationDate] as? Date
            else { return nil }
            self.place = place
            self.changedAt = changedAt
            number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
            size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        }
    }

    /// The path as the operator gave it.
    let path: String

    /// The version of the file; `nil` without one.
    var version: Version? { Version(of: path) }

    /// Reads the keys.
    ///
    /// - Returns: The keys.
    /// - Throws: `JWTKeySetError` for a file that cannot be read, or is no set.
    func read() async throws(JWTKeySetError) -> JWTKeySet {
        guard let handle = FileHandle(forReadingAtPath: path),
            let bytes = try? handle.read(upToCount: JSONWebKeySet.mostBytes + 1)
        else { throw JWTKeySetError("it cannot be read") }
        return try await JWTKeySet.parse([UInt8](bytes))
    }
}
