import ChartSessions
import ServiceLifecycle
import Synchronization

/// The streams of many sessions that this server sends, by their ids.
final class PageStreams: Service {
    /// How often a stream gets a keep-alive, so that proxies keep it open.
    private static let pause = Duration.seconds(15)

    private let streams = Mutex([String: PageStream]())
    private let isEnding = Atomic(false)

    /// The stream of an id; nil where this server does not have it.
    subscript(id: String) -> PageStream? { streams.withLock { $0[id] } }

    /// Notes a stream that begins.
    func add(_ stream: PageStream) {
        streams.withLock { $0[stream.id] = stream }
        if isEnding.load(ordering: .sequentiallyConsistent) { stream.takeNoMore() }
    }

    /// Forgets a stream that has ended.
    func remove(_ stream: PageStream) { streams.withLock { _ = $0.removeValue(forKey: stream.id) } }

    /// Ends each stream once the sessions have ended, which the server does when it shuts down.
    func takeNoMore() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        for stream in all { stream.takeNoMore() }
    }

    /// Sends keep-alives until the server shuts down.
    func run() async {
        await repeatUntilShutdown(every: Self.pause) { [self] in
            for stream in all { stream.remind() }
        }
    }

    private var all: [PageStream] { streams.withLock { Array($0.values) } }
}
