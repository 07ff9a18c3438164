import Logging

extension Logger {
    /// The server's logger, which writes to standard error.
    package init(settings: Settings) {
        self.init(label: "chart-surface") { label in
            switch settings.logFormat {
            case .text: TextLogHandler(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        logLevel = Logger.Level(settings.logLevel)
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
