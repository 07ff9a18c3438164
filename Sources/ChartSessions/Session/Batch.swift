public import Gestures

/// A batch of events on its way to a surface.
public struct Batch: Sendable {
    /// The client's own name and its number for the batch, when it has given them.
    public var number: BatchNumber?
    /// What identifies a numbered batch among those of its client.
    public var digest: BatchDigest?
    /// The events, in the client's order.
    public var events: [InputEvent]

    /// Creates a batch.
    public init(number: BatchNumber?, digest: BatchDigest?, events: [InputEvent]) {
        self.number = number
        self.digest = digest
        self.events = events
    }

    /// By what a numbered batch is known when it is sent again.
    var identity: (number: BatchNumber, digest: BatchDigest)? {
        guard let number, let digest else { return nil }
        return (number, digest)
    }

    /// The name under which the client's clock is kept; posts without a name are one client.
    var client: String { number?.client ?? "" }
}

/// A batch's place in the order of its client.
public struct BatchNumber: Sendable, Hashable {
    /// The client's own name, not empty.
    public var client: String
    /// The batch's position among the client's, from 1.
    public var sequence: Int

    /// Creates a number.
    public init(client: String, sequence: Int) {
        self.client = client
        self.sequence = sequence
    }
}
