extension SessionRegistry {
    /// The number of viewers of all sessions.
    public var viewerCount: Int { dependencies.watched.viewerCount }

    /// Adds a viewer; a watched session neither expires nor is evicted.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - view: The view of the viewer.
    ///   - revision: The last revision that the viewer knows; `nil` for none.
    /// - Returns: The viewer.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``, or the error of a session that has left the cell.
    public func watch(
        _ cell: SessionCell, _ view: StreamView, knowing revision: Int? = nil
    ) throws(SessionError) -> StreamViewer {
        try cell.watch(view, knowing: revision)
    }

    /// Sends a keep-alive to every idle stream.
    public func remindViewers() { dependencies.watched.remindViewers() }

    /// Ends every stream at shutdown.
    public func endStreams() { dependencies.watched.close() }
}
