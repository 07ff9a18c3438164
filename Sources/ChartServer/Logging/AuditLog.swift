import ChartWire
import Foundation
import Logging

/// Writes changes of data and access as JSON lines, whatever the format and the level of the server's log are.
struct AuditLog: Sendable {
    /// Where the lines go; nil for a log that is off.
    private let output: LineQueue?

    /// Creates the audit log.
    ///
    /// - Parameters:
    ///   - isOn: Whether it is written; a log that is off drops every record.
    ///   - output: Where its lines go.
    init(isOn: Bool, output: LineQueue = .standardError) {
        self.output = isOn ? output : nil
    }

    /// The name of its logger.
    static let label = "chart-surface.audit"

    /// Whether the audit log is written where `log.audit` does not say.
    ///
    /// - Parameter mode: Whether callers need tokens.
    /// - Returns: Whether it is.
    static func isOn(byDefaultIn mode: AuthMode) -> Bool { mode != .none }

    /// Whether it is written.
    var isOn: Bool { output != nil }

    /// Refuses changes while the lines of others wait to be written.
    ///
    /// - Throws: `audit.blocked`.
    func checkIsWritable() throws(Problem) {
        guard let output, output.isBlocked else { return }
        throw Problem(
            .auditBlocked, "Lines of the audit log wait for standard error to be read, so nothing is changed.",
            retryAfter: 1)
    }

    /// Writes the line of a refusal, or drops and counts it where too many wait.
    func note(_ record: @autoclosure () -> AuditRecord) {
        output?.append(Self.line(of: record()))
    }

    /// Writes the line of a change that others have made.
    func keep(_ record: @autoclosure () -> AuditRecord) {
        output?.keep(Self.line(of: record()))
    }

    /// Writes the line of a change, and waits until that is done.
    ///
    /// - Parameter record: The change.
    /// - Throws: `CancellationError` when the task is cancelled first; the line is still written then.
    func write(_ record: AuditRecord) async throws(CancellationError) {
        try await output?.keepAndWait(Self.line(of: record))
    }

    /// The line of a record, with its end.
    static func line(of record: AuditRecord) -> [UInt8] {
        let event = LogEvent(
            level: .info, message: "audit", metadata: record.metadata, source: nil, file: #fileID,
            function: #function, line: #line)
        return JSONLogHandler(label: label) { _ in }.line(of: event, at: Date())
    }
}
