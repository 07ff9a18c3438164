import ChartWire

/// What InfluxDB answers where some lines were left out.
package enum FeedAnswer {
    /// The most lines that the answer names.
    private static let mostLines = 5

    /// The answer of `/write`: `{"error":"partial write: line 2: …; line 4: … dropped=2"}`.
    package static func partialWrite(_ faults: [LineProtocol.Fault]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { $0.member("error", text(of: faults)) }
        return writer.bytes
    }

    /// The answer of `/api/v2/write`, with the first line.
    package static func invalid(_ faults: [LineProtocol.Fault]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            writer.member("code", "invalid")
            writer.member("message", text(of: faults))
            if let first = faults.map(\.line).min() { writer.member("line", first) }
        }
        return writer.bytes
    }

    private static func text(of faults: [LineProtocol.Fault]) -> String {
        let sorted = faults.sorted { $0.line < $1.line }
        let named = sorted.prefix(mostLines).map { "line \($0.line): \($0.reason)" }.joined(separator: "; ")
        return "partial write: \(named) dropped=\(faults.count)"
    }
}
