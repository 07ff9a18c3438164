import Foundation

/// The PEM files of a certificate chain and of its key.
struct CertificateFiles: Sendable, Hashable {
    /// The path of the certificate chain.
    let certificate: String
    /// The path of the private key.
    let privateKey: String

    /// What tells that one of the files has changed; cheaper than their contents.
    ///
    /// The stamps belong to the files behind links, so that a replaced link counts as a change.
    func stamps() -> CertificateStamps {
        CertificateStamps(certificate: Self.stamp(of: certificate), privateKey: Self.stamp(of: privateKey))
    }

    /// Reads both files.
    func read() -> CertificateContents {
        CertificateContents(
            chain: FileManager.default.contents(atPath: certificate).map { [UInt8]($0) },
            key: FileManager.default.contents(atPath: privateKey).map { [UInt8]($0) })
    }

    private static func stamp(of path: String) -> FileStamp? {
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: place) else { return nil }
        return FileStamp(
            modified: attributes[.modificationDate] as? Date, size: attributes[.size] as? Int,
            file: attributes[.systemFileNumber] as? Int)
    }
}

/// The stamps of both files; nil for a file that is not there.
struct CertificateStamps: Sendable, Hashable {
    /// The stamp of the certificate chain.
    var certificate: FileStamp?
    /// The stamp of the private key.
    var privateKey: FileStamp?
}

/// What differs between two versions of a file.
struct FileStamp: Sendable, Hashable {
    /// When the file was written.
    var modified: Date?
    /// Its length in bytes.
    var size: Int?
    /// Its inode, which a renamed file does not share with the one that it replaces.
    var file: Int?
}
