import Logging

/// Writes a line of text to standard error for each event.
///
/// It formats metadata only when it writes a line. The handler of swift-log formats them whenever they are set, which
/// is once for every request.
struct TextLogHandler: LogHandler {
    private let lines: StreamLogHandler
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    /// Creates a handler.
    init(label: String) {
        lines = StreamLogHandler.standardError(label: label)
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
