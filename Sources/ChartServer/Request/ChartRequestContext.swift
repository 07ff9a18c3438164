import Hummingbird
import Logging
import NIOCore

/// What Hummingbird hands a request's task along with the request.
struct ChartRequestContext: RequestContext {
    /// Hummingbird's own part, the logger among it.
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// The other end of the connection; nil where it has no address.
    let peer: SocketAddress?

    /// Takes the context of a request that has just arrived.
    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress
    }

    /// The event loop of the connection; nil where there is no connection.
    var loop: (any EventLoop)? { peer == nil ? nil : channel.eventLoop }
}
