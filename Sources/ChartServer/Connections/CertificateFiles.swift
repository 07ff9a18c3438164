import Foundation

/// The PEM files of a certificate chain and of its key.
struct CertificateFiles: Sendable, Hashable {
    /// The path of the certificate chain.
    let certificate: String
    /// The path of the private key.
    let privateKey: String

    /// What tells that one of the files has changed.
    func stamps() -> CertificateStamps {
        CertificateStamps(certificate: FileStamp(of: certificate), privateKey: FileStamp(of: privateKey))
    }

    /// Reads both files.
    func read() -> CertificateContents {
        CertificateContents(
            chain: FileManager.default.contents(atPath: certificate).map { [UInt8]($0) },
            key: FileManager.default.contents(atPath: privateKey).map { [UInt8]($0) })
    }
}

/// The stamps of both files; nil for a file that is not there.
struct CertificateStamps: Sendable, Hashable {
    /// The stamp of the certificate chain.
    var certificate: FileStamp?
    /// The stamp of the private key.
    var privateKey: FileStamp?
}
