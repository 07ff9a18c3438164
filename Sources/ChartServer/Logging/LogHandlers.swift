import ChartWire
import Foundation
package import Logging
import Synchronization

/// Writes one JSON object per line, with its metadata keys sorted.
struct JSONLogHandler: LogHandler {
    /// The logger's name.
    let label: String
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's name.
    ///   - write: Writes the bytes of a whole line.
    init(label: String, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        write(line(of: event, at: Date()))
    }

    /// The JSON object of an event, with the end of its line.
    ///
    /// - Parameters:
    ///   - event: The event. Where its metadata have a name of the server's, that gets `_` before it.
    ///   - date: The time of the event.
    /// - Returns: The line, in UTF-8.
    func line(of event: LogEvent, at date: Date) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.beginObject()
        writer.key("time")
        writer.value(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        writer.key("level")
        writer.value(event.level.rawValue)
        writer.key("logger")
        writer.value(label)
        writer.key("message")
        writer.value(event.message.description)
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let taken = Self.names + (event.error == nil ? [] : ["error"])
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            var name = key
            if taken.contains(key) { repeat { name = "_" + name } while all[name] != nil }
            writer.key(name)
            Self.write(value, into: &writer)
        }
        if let error = event.error {
            writer.key("error")
            writer.value("\(error)")
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// The names of each line.
    private static let names = ["time", "level", "logger", "message"]

    private static func write(_ value: Logger.MetadataValue, into writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.value(text)
        case .stringConvertible(let value):
            switch value {
            case is any BinaryInteger: writer.rawValue(Array(value.description.utf8))
            case let number as any BinaryFloatingPoint where number.isFinite:
                writer.rawValue(Array(value.description.utf8))
            default: writer.value(value.description)
            }
        case .array(let values):
            writer.beginArray()
            for value in values { write(value, into: &writer) }
            writer.endArray()
        case .dictionary(let values):
            writer.beginObject()
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.key(key)
                write(value, into: &writer)
            }
            writer.endObject()
        }
    }
}

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

extension Logger {
    /// The server's logger; lines that its output drops are told by a line of the same format, whatever the level is.
    ///
    /// - Parameters:
    ///   - settings: The configuration.
    ///   - output: Where the lines go.
    package init(settings: Settings, output: LineQueue = .standardError) {
        let format = settings.logFormat
        self.init(label: Self.label) { format.handler(label: $0, write: output.append) }
        logLevel = Logger.Level(settings.logLevel)
        output.tellOfGaps { format.line(ofDropped: $0) }
    }

    fileprivate static let label = "chart-surface"
}

extension LogFormat {
    fileprivate func handler(label: String, write: @escaping @Sendable ([UInt8]) -> Void) -> any LogHandler {
        switch self {
        case .text: TextLogHandler(label: label, write: write)
        case .json: JSONLogHandler(label: label, write: write)
        }
    }

    /// The line that tells how many others were dropped.
    fileprivate func line(ofDropped count: Int) -> [UInt8] {
        let line = Mutex<[UInt8]>([])
        handler(label: Logger.label) { bytes in line.withLock { $0 = bytes } }
            .log(
                event: LogEvent(
                    level: .warning, message: "lines were dropped here, because standard error was not read in time",
                    metadata: ["lines": .stringConvertible(count)], source: nil, file: #fileID, function: #function,
                    line: #line))
        return line.withLock { $0 }
    }
}

extension Logger.Level {
    fileprivate init(_ level: LogLevel) {
        self =
            switch level {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            case .critical: .critical
            }
    }
}
