import Foundation
import NIOSSL
import Synchronization

/// The certificate that new connections get.
final class ServerCertificate: Sendable {
    /// A certificate with its place in the order of all that were taken.
    struct Current: Sendable {
        /// How many certificates came before.
        let generation: Int
        /// The configuration of TLS with it.
        let tls: TLSConfiguration
        /// When the server's own certificate expires.
        let expiry: Date?
    }

    /// Where it comes from.
    let files: CertificateFiles
    /// What the first certificate was loaded from.
    let firstContents: CertificateContents
    private let state: Mutex<Current>

    /// Reads the first certificate.
    ///
    /// - Throws: An error for files that cannot be used.
    init(files: CertificateFiles) throws {
        self.files = files
        firstContents = files.read()
        let first = try firstContents.loaded()
        state = Mutex(Current(generation: 0, tls: first.tls, expiry: first.expiry))
    }

    /// The certificate of the next connection.
    var current: Current { state.withLock { $0 } }

    /// Gives the connections from now on another certificate.
    func take(_ certificate: LoadedCertificate) {
        state.withLock { $0 = Current(generation: $0.generation + 1, tls: certificate.tls, expiry: certificate.expiry) }
    }
}
