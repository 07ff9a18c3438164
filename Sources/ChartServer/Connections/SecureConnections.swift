import NIOCore
import Synchronization

/// The open TLS connections, so that those of HTTP/2 can be told that the server leaves.
final class SecureConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// Adds a connection, until it closes.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { _ = $0.removeValue(forKey: id) }
        }
    }

    /// Sends GOAWAY on each connection of HTTP/2; its streams go on.
    ///
    /// A connection of HTTP/1.1 is told with its next answer, and one that has not decided with its first stream.
    func sendGoAway() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.eventLoop.execute {
                let requests = try? channel.pipeline.syncOperations.handler(type: RequestHandler.self)
                if requests == nil { Self.sendGoAway(on: channel) }
            }
        }
    }

    /// Sends GOAWAY on a connection of HTTP/2; a second time does nothing.
    static func sendGoAway(on channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}

extension Channel {
    /// The connection of a stream of HTTP/2; nil for a connection.
    var connectionOfStream: (any Channel)? {
        // The parent of a connection is the socket that listens.
        parent.flatMap { $0.parent == nil ? nil : $0 }
    }
}
