import Metrics
import NIOCore
import ServiceLifecycle

/// Measures how late event loops come to new work, a few times a second.
struct EventLoopLag: Service {
    private static let interval = Duration.milliseconds(250)

    private let loops: any EventLoopGroup
    private let timer: Timer

    /// Creates the measurement of a group's loops.
    init(of loops: any EventLoopGroup, factory: any MetricsFactory) {
        self.loops = loops
        timer = Timer(MetricTable.eventLoopLag, factory: factory)
    }

    /// Measures until the server shuts down.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.interval)) != nil { measure() }
        }
    }

    /// Gives each loop a piece of work, and records how long it waits for its turn.
    func measure() {
        for loop in loops.makeIterator() {
            let asked = NIODeadline.now()
            loop.execute { [timer] in timer.recordNanoseconds((NIODeadline.now() - asked).nanoseconds) }
        }
    }
}
