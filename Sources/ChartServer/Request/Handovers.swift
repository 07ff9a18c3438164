import NIOCore
import Synchronization

/// The requests that event loops have begun and that tasks go on with, at most one a connection.
///
/// Hummingbird begins the requests of a connection one after the other, so the one that waits here is the next.
final class Handovers: Sendable {
    private let waiting = Mutex<[ObjectIdentifier: (Exchange, Result<Reply, any Error>)]>([:])

    /// Hands a request on; its parts follow to Hummingbird.
    func put(_ exchange: Exchange, _ reply: Reply, of channel: any Channel) {
        waiting.withLock { $0[ObjectIdentifier(channel)] = (exchange, .success(reply)) }
    }

    /// Takes the request that waits on a connection.
    func take(_ channel: any Channel) -> (Exchange, Result<Reply, any Error>)? {
        waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
