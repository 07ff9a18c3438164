import NIOCore
import Synchronization

/// The requests that event loops have begun and that tasks go on with, at most one a connection.
///
/// An event loop hands a request on while no other request of its connection is unanswered, so the next request that
/// Hummingbird begins on the connection is this one.
final class Handovers: Sendable {
    private enum Entry: Sendable {
        case waiting(Exchange, Reply)
        /// The connection has closed, and its task may still come: it must not begin the request again.
        case givenUp
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Hands a request on; its parts follow to Hummingbird.
    func put(_ exchange: Exchange, _ reply: Reply, of channel: any Channel) {
        entries.withLock { $0[ObjectIdentifier(channel)] = .waiting(exchange, reply) }
    }

    /// Takes the request that waits on a connection.
    ///
    /// - Returns: The request; nil where the event loop has begun none.
    /// - Throws: `CancellationError` for a request that was begun before its connection closed.
    func take(_ channel: any Channel) throws(CancellationError) -> (exchange: Exchange, reply: Reply)? {
        switch entries.withLock({ $0.removeValue(forKey: ObjectIdentifier(channel)) }) {
        case .waiting(let exchange, let reply)?: return (exchange, reply)
        case .givenUp?: throw CancellationError()
        case nil: return nil
        }
    }

    /// Gives up the request that waits on a connection, which will not answer it.
    func giveUp(_ channel: any Channel) {
        // The exchange is freed outside of the lock.
        _ = entries.withLock { entries -> Entry? in
            guard let entry = entries[ObjectIdentifier(channel)] else { return nil }
            entries[ObjectIdentifier(channel)] = .givenUp
            return entry
        }
    }

    /// Forgets what was given up on an earlier connection with the identity of a new one.
    func open(_ channel: any Channel) {
        entries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
