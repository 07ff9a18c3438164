/// How sessions are written down and made again; what a change means on the wire is known there and not here.
public protocol SessionFormat: Sendable {
    /// One line of the log, without its end.
    ///
    /// - Parameters:
    ///   - record: What was changed.
    ///   - session: The session after the change.
    /// - Returns: The line.
    func line(of record: ChangeRecord, in session: Session) -> [UInt8]

    /// The session as it is now, so that it can go on from there.
    ///
    /// - Parameter session: The session.
    /// - Returns: Its state at its revision.
    /// - Throws: ``SessionReplayError`` for a session that cannot be written.
    func snapshot(of session: Session) throws(SessionReplayError) -> StoredSnapshot

    /// Makes a session again.
    ///
    /// - Parameters:
    ///   - stored: How it began, its last snapshot, and the log since.
    ///   - catalog: The rows.
    /// - Returns: The session at its last committed revision.
    /// - Throws: ``SessionReplayError`` that names the line at fault.
    func session(from stored: StoredSession, catalog: DatasetCatalog) throws(SessionReplayError) -> Session
}

/// Why a session cannot be made again from its log.
public struct SessionReplayError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The revision whose line is at fault; `nil` for the first line.
    public var revision: Int?
    /// What is wrong, a sentence.
    public var reason: String

    /// Creates an error.
    public init(revision: Int? = nil, reason: String) {
        self.revision = revision
        self.reason = reason
    }

    /// A sentence, with the revision in front.
    public var description: String { revision.map { "revision \($0): \(reason)" } ?? reason }
}
