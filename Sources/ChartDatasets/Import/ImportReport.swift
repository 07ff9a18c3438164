package import ChartSeries

/// The outcome of an import over HTTP.
package struct ImportReport: Sendable {
    /// The number of rows read.
    package var rows = 0
    /// The number of bytes read.
    package var bytes = 0
    /// What is known of delimited text; `nil` for other formats.
    package var text: TextReport?
    /// All that the import was given or has decided; `nil` before its columns were known.
    package var dialect: ImportDialect?
    /// The zone of dates without one.
    package var timeZone: String
    private let start = ContinuousClock.now

    /// Starts to measure the time.
    ///
    /// - Parameters:
    ///   - rows: The number of rows read.
    ///   - bytes: The number of bytes read.
    ///   - timeZone: The zone of dates without one; `nil` for UTC.
    package init(rows: Int = 0, bytes: Int = 0, timeZone: String? = nil) {
        self.rows = rows
        self.bytes = bytes
        self.timeZone = timeZone ?? "UTC"
    }

    /// Takes what was read; the time goes on.
    package mutating func take(_ blocks: RowBlocks) {
        (rows, bytes, text, dialect) = (blocks.rows, blocks.bytes, blocks.textReport, blocks.dialect)
    }

    /// The time since the start.
    package var milliseconds: Int { Int(start.duration(to: .now) / .milliseconds(1)) }
}
