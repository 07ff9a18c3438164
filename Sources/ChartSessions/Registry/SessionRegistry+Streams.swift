package import ChartSeries

extension SessionRegistry {
    /// The number of viewers of all sessions.
    package var viewerCount: Int { dependencies.watched.viewerCount }

    /// Adds a viewer; a watched session neither expires nor is evicted.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - view: The view of the viewer.
    ///   - known: What the viewer has seen; `nil` for nothing.
    ///   - client: The client whose answers the viewer gets beside the stream, so that updates of its batches have no
    ///     surfaces; `nil` for none.
    ///   - validity: Whether the credential of the viewer still holds; `nil` for one that lasts as long as the session.
    /// - Returns: The viewer.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``, or the error of a session that has left the cell.
    package func watch(
        _ cell: SessionCell, _ view: StreamView, knowing known: StreamBookmark? = nil, of client: ExactName? = nil,
        while validity: StreamValidity? = nil
    ) throws(SessionError) -> StreamViewer {
        try cell.watch(view, knowing: known, of: client, while: validity)
    }

    /// Ends the streams whose credentials no longer hold.
    ///
    /// - Complexity: O(viewers).
    package func endInvalidStreams() async { await dependencies.watched.endInvalidStreams() }

    /// Sends a keep-alive to every idle stream.
    package func remindViewers() { dependencies.watched.remindViewers() }

    /// Ends every stream at shutdown.
    package func endStreams() { dependencies.watched.close() }
}
