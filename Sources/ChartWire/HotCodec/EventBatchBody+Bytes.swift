/// Reads a batch of events from its bytes.
extension EventBatchBody {
    /// Reads a batch, in one pass over its bytes if programs usually write such JSON, or else by way of a tree.
    ///
    /// - Parameters:
    ///   - bytes: The body in UTF-8.
    ///   - maximumEvents: The largest number of events in a batch.
    /// - Throws: A problem with its place in the body.
    /// - Complexity: O(*n*) for *n* bytes. The fast pass allocates nothing for an event other than a gesture.
    public init(_ bytes: Span<UInt8>, maximumEvents: Int) throws(Problem) {
        if let batch = EventBatchReader.read(bytes, maximumEvents: maximumEvents) {
            self = batch
        } else {
            self = try EventBatchBody(JSONValue.parse(bytes.indices.map { bytes[$0] }), maximumEvents: maximumEvents)
        }
    }
}
