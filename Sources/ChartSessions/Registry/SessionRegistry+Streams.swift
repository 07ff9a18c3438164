extension SessionRegistry {
    /// How many viewers all sessions have.
    public var viewerCount: Int { dependencies.watched.viewerCount }

    /// Lets somebody watch a session, which neither expires nor leaves memory meanwhile.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - view: What is to be shown.
    ///   - revision: The last one that the viewer knows; `nil` for none.
    /// - Returns: The viewer.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``, or what tells that the session is not in the cell any more.
    public func watch(
        _ cell: SessionCell, _ view: StreamView, knowing revision: Int? = nil
    ) throws(SessionError) -> StreamViewer {
        try cell.watch(view, knowing: revision)
    }

    /// Has every stream in which nothing happens say so.
    public func remindViewers() { dependencies.watched.remindViewers() }

    /// Ends every stream, as the server shuts down.
    public func endStreams() { dependencies.watched.close() }
}
