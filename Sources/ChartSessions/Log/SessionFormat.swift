package import ChartDatasets
package import ChartStores

/// Encodes and decodes sessions; only the implementation knows the wire format.
package protocol SessionFormat: Sendable {
    /// Encodes one line of the log, without its newline.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - session: The session after the change.
    /// - Returns: The line.
    func line(of change: Change, in session: Session) -> [UInt8]

    /// Encodes the state of a session, from which it can continue.
    ///
    /// - Parameter session: The session.
    /// - Returns: Its state at its revision.
    /// - Throws: `SessionReplayError` for a state that cannot be encoded.
    func snapshot(of session: Session) throws(SessionReplayError) -> StoredSnapshot

    /// Restores a session.
    ///
    /// - Parameters:
    ///   - stored: The head, the last snapshot, and the log after it.
    ///   - catalog: The datasets.
    /// - Returns: The session at its last committed revision.
    /// - Throws: `SessionReplayError` with the faulty revision.
    func session(from stored: StoredSession, catalog: any DatasetCatalog) throws(SessionReplayError) -> Session

    /// Applies later revisions to a session.
    ///
    /// - Parameters:
    ///   - entries: The revisions, of which the first follows the session's.
    ///   - session: The session.
    ///   - head: The first line of its log.
    ///   - catalog: The datasets.
    /// - Returns: The session after each revision, with the surface that the revision addressed.
    /// - Throws: `SessionReplayError` with the faulty revision.
    func apply(
        _ entries: [LogEntry], to session: Session, head: [UInt8], catalog: any DatasetCatalog
    ) throws(SessionReplayError) -> [(session: Session, surface: String)]
}
