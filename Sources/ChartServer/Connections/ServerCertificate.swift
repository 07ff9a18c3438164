import Foundation
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
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

/// Decides at each look whether the files hold another certificate; pure, without a file.
///
/// A pair that cannot be used is refused, and read again at each look until it can be: it may be half written.
struct CertificateHistory {
    /// What a look has found.
    enum Change {
        /// The files hold another certificate, which counts from now on.
        case taken(LoadedCertificate)
        /// The files hold what cannot be used, so that the last certificate still counts; told once for each content.
        case refused(any Error)
    }

    /// What the current certificate was loaded from.
    private var taken: CertificateContents
    /// What was refused last; nil once the files are sound.
    private var refused: CertificateContents?
    /// The stamps that the files had before the current certificate was read.
    private var stamps: CertificateStamps?

    /// Starts with what the current certificate was loaded from.
    init(taken: CertificateContents) {
        self.taken = taken
    }

    /// Looks at the files once.
    ///
    /// - Parameters:
    ///   - stamps: The stamps of the files, taken before they are read.
    ///   - read: Reads the files; called when the stamps are new or the last content was refused.
    /// - Returns: What has changed; nil for nothing.
    mutating func look(at stamps: CertificateStamps, read: () -> CertificateContents) -> Change? {
        guard stamps != self.stamps else { return nil }
        let contents = read()
        guard contents != taken else {
            settle(contents, stamps)
            return nil
        }
        guard contents != refused else { return nil }
        do {
            let certificate = try contents.loaded()
            settle(contents, stamps)
            return .taken(certificate)
        } catch {
            refused = contents
            self.stamps = nil
            return .refused(error)
        }
    }

    private mutating func settle(_ contents: CertificateContents, _ stamps: CertificateStamps) {
        taken = contents
        refused = nil
        self.stamps = stamps
    }
}

/// Takes a certificate that was replaced on disk, without a restart and without an end of connections.
struct CertificateWatcher: Service {
    private let certificate: ServerCertificate
    private let logger: Logger
    private let interval: Duration

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - certificate: The certificate of new connections.
    ///   - logger: The log for what was taken and refused.
    ///   - interval: The time between two looks at the files.
    init(certificate: ServerCertificate, logger: Logger, interval: Duration = .seconds(1)) {
        self.certificate = certificate
        self.logger = logger
        self.interval = interval
    }

    /// Looks at the files until the server shuts down.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            var history = CertificateHistory(taken: certificate.firstContents)
            while true {
                do { try await Task.sleep(for: interval) } catch { return }
                look(&history)
            }
        }
    }

    /// Looks at the files once.
    func look(_ history: inout CertificateHistory) {
        let files = certificate.files
        switch history.look(at: files.stamps(), read: files.read) {
        case nil: break
        case .taken(let loaded):
            certificate.take(loaded)
            logger.info(
                "new connections get another certificate",
                metadata: [
                    "http.certificate": .string(files.certificate),
                    "expires": .string(loaded.expiry?.formatted(.iso8601) ?? "unknown"),
                ])
        case .refused(let error):
            logger.error(
                "the changed certificate cannot be used, so new connections get the last one",
                metadata: [
                    "http.certificate": .string(files.certificate),
                    "http.privateKey": .string(files.privateKey), "error": "\(error)",
                ])
        }
    }
}
