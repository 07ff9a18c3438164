import Logging
import Synchronization

/// The lines that a logger writes in a test.
final class LogLines: Sendable {
    private let lines = Mutex<[(level: Logger.Level, message: String, metadata: Logger.Metadata)]>([])

    /// The severities, in order.
    var levels: [Logger.Level] { lines.withLock { $0.map(\.level) } }

    /// The messages, in order.
    var messages: [String] { lines.withLock { $0.map(\.message) } }

    /// What each line has beside its message, in order.
    var metadata: [Logger.Metadata] { lines.withLock { $0.map(\.metadata) } }

    /// A logger that writes them.
    var logger: Logger {
        Logger(label: "test") { _ in Handler(lines: self) }
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.lines.withLock { $0.append((event.level, event.message.description, event.metadata ?? [:])) }
        }
    }
}
