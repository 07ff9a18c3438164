import Testing

/// A bug that the simulation must find.
enum PlantedBug: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// The database writes a revision whatever the head of the session is.
    case unconditionalWrite
    /// The store reports a change as committed when it sends it.
    case earlyAcknowledgement
    /// A read sees a transaction that waits for the standby.
    case uncommittedRead
    /// The server does not compare a batch with the last one of its client.
    case unrecognizedRetry
    /// The page of missed lines lacks its first one.
    case skippedLine
    /// After a change with an unknown fate, the store answers that the last known revision is the last one.
    case forgottenDoubt

    var testDescription: String { rawValue }
}
