package import ChartSeries

/// A viewer of a session, removed with its last reference.
package final class StreamViewer: Sendable {
    private let hub: SessionHub
    let id: Int

    init(hub: SessionHub, id: Int) {
        self.hub = hub
        self.id = id
    }

    deinit { hub.leave(id) }

    /// Waits for the viewer's next event; only one task may wait at a time.
    ///
    /// - Returns: The event; `nil` after the end, a cancellation or ``close()``.
    package func next() async -> StreamEvent? { await hub.next(id) }

    /// Waits until ``next()`` has an event.
    package func news() async { await hub.wait(id) }

    /// The effort to encode the next event.
    package var effort: WindowEffort { hub.effort(of: id) }

    /// Ends the viewer's stream.
    package func close() { hub.close(id) }
}
