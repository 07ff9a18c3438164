package import ChartEngine
package import ChartSeries
package import Gestures

/// A batch of events for a surface.
package struct Batch: Sendable {
    /// The client's name and the batch's sequence number; `nil` for an unnumbered batch.
    package var number: BatchNumber?
    /// The digest of a numbered batch.
    package var digest: BatchDigest?
    /// The events, in the client's order.
    package var events: [InputEvent]
    /// The most gestures that the events end.
    package var mostGestures: Int
    /// The size of the plot where the events were made; `nil` for that of the surface.
    package var frame: ChartSize?
    /// The sizes of other surfaces on the client's page.
    package var frames: [String: ChartSize] = [:]
    /// Whose the annotations are that its gestures make; `nil` for the driver.
    package var author: String?

    /// Creates a batch; without another number, each event may end a gesture.
    package init(number: BatchNumber?, digest: BatchDigest?, events: [InputEvent], mostGestures: Int? = nil) {
        self.number = number
        self.digest = digest
        self.events = events
        self.mostGestures = mostGestures ?? events.count
    }

    /// The number and digest, which detect a repeated batch.
    var identity: (number: BatchNumber, digest: BatchDigest)? {
        guard let number, let digest else { return nil }
        return (number, digest)
    }

    /// The name of the client's clock; all posts without a name are one client.
    var client: ExactName { number?.client ?? "" }
}

/// The client and sequence number of a batch.
package struct BatchNumber: Sendable, Hashable {
    /// The client's name, not empty.
    package var client: ExactName
    /// The sequence number, from 1.
    package var sequence: Int

    /// Creates a number.
    package init(client: String, sequence: Int) {
        self.client = ExactName(client)
        self.sequence = sequence
    }
}
