import HummingbirdCore
import Logging
import Synchronization

/// Counts the open connections; at the limit, further ones wait to be accepted.
final class OpenConnections: AvailableConnectionsDelegate {
    /// The most connections at once.
    let most: Int
    private let logger: Logger
    private let open = Atomic(0)

    /// Creates the count of a server without connections.
    init(most: Int, logger: Logger) {
        self.most = most
        self.logger = logger
    }

    /// The number of open connections.
    var count: Int { open.load(ordering: .relaxed) }

    func connectionOpened() {
        let count = open.add(1, ordering: .relaxed).newValue
        logger.trace("connection opened", metadata: ["connections": .stringConvertible(count)])
    }

    func connectionClosed() {
        let count = open.subtract(1, ordering: .relaxed).newValue
        logger.trace("connection closed", metadata: ["connections": .stringConvertible(count)])
    }

    func isAcceptingNewConnections() -> Bool { count < most }
}
