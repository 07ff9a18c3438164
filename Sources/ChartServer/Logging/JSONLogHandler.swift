import ChartWire
import Foundation
import Logging

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
