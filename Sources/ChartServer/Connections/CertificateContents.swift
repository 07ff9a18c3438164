import Foundation
import NIOCore
import NIOSSL

/// The bytes of a certificate chain and of its key; nil for a file that cannot be read.
struct CertificateContents: Sendable, Hashable {
    /// The PEM text of the chain, the server's own certificate first.
    var chain: [UInt8]?
    /// The PEM text of the private key.
    var key: [UInt8]?

    /// The pair as the server uses it.
    ///
    /// - Throws: An error for a file that cannot be read or parsed, and for a key of another certificate.
    func loaded() throws -> LoadedCertificate {
        guard let chain else { throw CertificateUnreadable(key: "http.certificate") }
        guard let key else { throw CertificateUnreadable(key: "http.privateKey") }
        let certificates = try NIOSSLCertificate.fromPEMBytes(chain)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .pem)))
        tls.minimumTLSVersion = .tlsv12
        // A client that does not answer the end of TLS must not hold up the end of the server.
        tls.shutdownTimeout = .seconds(1)
        // Made here for what it finds wrong, such as a key of another certificate.
        _ = try NIOSSLContext(configuration: tls)
        return LoadedCertificate(
            tls: tls,
            expiry: certificates.first.map { Date(timeIntervalSince1970: TimeInterval($0.notValidAfter)) })
    }
}

/// A certificate and its key, parsed, which fit together.
struct LoadedCertificate: Sendable {
    /// The configuration of TLS with them.
    let tls: TLSConfiguration
    /// When the server's own certificate expires.
    let expiry: Date?
}

/// A file of the certificate that cannot be read.
struct CertificateUnreadable: Error, Hashable, CustomStringConvertible {
    /// The setting that names the file.
    let key: String

    var description: String { "the file of \(key) cannot be read" }
}
