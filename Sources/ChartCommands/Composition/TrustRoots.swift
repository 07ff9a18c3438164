import ChartServer
import NIOSSL

/// The certificates that a client of this process trusts.
extension NIOSSLTrustRoots {
    private struct NoCertificate: Error, CustomStringConvertible {
        var description: String { "it has no certificate" }
    }

    /// Reads the authorities that a server is held to.
    ///
    /// - Parameters:
    ///   - path: Their PEM file; nil for those of the system.
    ///   - key: The configuration key that names the file.
    /// - Throws: `ConfigurationError` for a file that cannot be used.
    init(path: String?, named key: String) throws(ConfigurationError) {
        guard let path else {
            self = .default
            return
        }
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(path)
            guard !certificates.isEmpty else { throw NoCertificate() }
            self = .certificates(certificates)
        } catch {
            throw ConfigurationError("\(key) \(path) cannot be used: \(error)")
        }
    }
}
