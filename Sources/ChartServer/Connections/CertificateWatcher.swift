import Foundation
import Logging
import ServiceLifecycle

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
