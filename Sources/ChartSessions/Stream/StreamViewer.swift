public import ChartSeries

/// Somebody who watches a session, until nothing refers to the viewer any more.
public final class StreamViewer: Sendable {
    private let hub: SessionHub
    let id: Int

    init(hub: SessionHub, id: Int) {
        self.hub = hub
        self.id = id
    }

    deinit { hub.leave(id) }

    /// What the viewer is told next, once there is something; a viewer waits in one task at a time.
    ///
    /// - Returns: `nil` after the end, and when the task was cancelled or ``close()`` called.
    public func next() async -> StreamEvent? { await hub.next(id) }

    /// Waits until ``next()`` has something to tell.
    public func news() async { await hub.wait(id) }

    /// How long it takes to write what the viewer is told next.
    public var effort: WindowEffort { hub.effort(of: id) }

    /// Watches no longer.
    public func close() { hub.close(id) }
}
