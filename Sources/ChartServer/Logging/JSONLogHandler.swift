import ChartWire
import Foundation
import Logging

/// Writes one JSON object per line to standard error, with its metadata keys sorted.
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
    init(label: String, write: @escaping @Sendable ([UInt8]) -> Void = Self.writeToStandardError) {
        self.label = label
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        write(line(of: event, at: Date()) + [UInt8(ascii: "\n")])
    }

    /// Writes bytes to standard error; an error is dropped, because there is no other place to tell it.
    @Sendable static func writeToStandardError(_ bytes: [UInt8]) {
        try? FileHandle.standardError.write(contentsOf: Data(bytes))
    }

    /// The JSON object of an event.
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
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            writer.key(key)
            writer.value("\(value)")
        }
        if let error = event.error {
            writer.key("error")
            writer.value("\(error)")
        }
        writer.endObject()
        return writer.bytes
    }
}
