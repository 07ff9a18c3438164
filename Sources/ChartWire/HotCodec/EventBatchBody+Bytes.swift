extension EventBatchBody {
    /// Reads a batch, in one pass over its bytes where it is such as programs write.
    ///
    /// - Parameters:
    ///   - bytes: The body in UTF-8.
    ///   - maximumEvents: The most events of a batch.
    /// - Throws: A problem that names the place.
    /// - Complexity: O(*n*) for *n* bytes; no object on the heap for an event but that of a gesture.
    public init(_ bytes: Span<UInt8>, maximumEvents: Int) throws(Problem) {
        if let batch = EventBatchReader.read(bytes, maximumEvents: maximumEvents) {
            self = batch
        } else {
            self = try EventBatchBody(JSONValue.parse(bytes.indices.map { bytes[$0] }), maximumEvents: maximumEvents)
        }
    }
}
