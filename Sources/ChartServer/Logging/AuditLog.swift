import Logging

/// Writes changes of data and access as JSON lines, whatever the format and the level of the server's log are.
struct AuditLog: Sendable {
    private let logger: Logger?

    /// Creates the audit log.
    ///
    /// - Parameters:
    ///   - isOn: Whether it is written; a log that is off drops every record.
    ///   - write: Writes the bytes of a whole line.
    init(isOn: Bool, write: @escaping @Sendable ([UInt8]) -> Void = JSONLogHandler.writeToStandardError) {
        guard isOn else {
            logger = nil
            return
        }
        var logger = Logger(label: Self.label) { JSONLogHandler(label: $0, write: write) }
        logger.logLevel = .info
        self.logger = logger
    }

    /// The name of its logger.
    static let label = "chart-surface.audit"

    /// Whether the audit log is written where `log.audit` does not say.
    ///
    /// - Parameter mode: Whether callers need tokens.
    /// - Returns: Whether it is.
    static func isOn(byDefaultIn mode: AuthMode) -> Bool { mode != .none }

    /// Writes a record.
    func record(_ record: @autoclosure () -> AuditRecord) {
        guard let logger else { return }
        logger.info("audit", metadata: record().metadata)
    }
}
