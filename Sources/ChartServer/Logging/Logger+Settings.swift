package import Logging
import Synchronization

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
