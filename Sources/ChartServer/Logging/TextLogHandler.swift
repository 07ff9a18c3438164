import Logging

/// Writes a line of text for each event, as swift-log does.
///
/// It formats metadata only when it writes a line. The handler of swift-log formats them whenever they are set, which
/// is once for every request.
struct TextLogHandler: LogHandler {
    private struct Lines: TextOutputStream, Sendable {
        let take: @Sendable ([UInt8]) -> Void

        func write(_ line: String) { take(Array(line.utf8)) }
    }

    private let lines: StreamLogHandler
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's name.
    ///   - write: Writes the bytes of a whole line.
    init(label: String, write: @escaping @Sendable ([UInt8]) -> Void) {
        lines = StreamLogHandler(label: label, stream: Lines(take: write))
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { _, new in new }
        lines.log(event: event)
    }
}
