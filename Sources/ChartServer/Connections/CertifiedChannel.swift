import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import Synchronization

/// A TLS channel that gives each new connection the newest certificate.
///
/// Each certificate has a TLS context of its own, and with it keys of its own for session tickets. So a client with a
/// ticket of an earlier certificate makes a whole handshake, and sees the new one. Open connections keep their context.
final class CertifiedChannel: ServerChildChannel {
    typealias Value = HTTP2UpgradeChannel.Value

    private let certificate: ServerCertificate
    private let make: @Sendable (TLSConfiguration) throws -> HTTP2UpgradeChannel
    private let current: Mutex<(generation: Int, channel: HTTP2UpgradeChannel)>

    /// Creates the channel.
    ///
    /// - Parameters:
    ///   - certificate: The certificate of new connections.
    ///   - make: Makes the channel of a certificate.
    /// - Throws: What `make` throws.
    init(
        certificate: ServerCertificate, make: @escaping @Sendable (TLSConfiguration) throws -> HTTP2UpgradeChannel
    ) throws {
        self.certificate = certificate
        self.make = make
        let first = certificate.current
        current = Mutex((first.generation, try make(first.tls)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            return try newest().setup(channel: channel, logger: logger)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: Value, logger: Logger) async {
        // The channels of all certificates go on alike after the handshake.
        let channel = current.withLock { $0.channel }
        await channel.handle(value: value, logger: logger)
    }

    /// The channel of the newest certificate; the first connection after a change makes it.
    private func newest() throws -> HTTP2UpgradeChannel {
        let newest = certificate.current
        return try current.withLock { current in
            if current.generation < newest.generation { current = (newest.generation, try make(newest.tls)) }
            return current.channel
        }
    }
}
