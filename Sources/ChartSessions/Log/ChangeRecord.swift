/// What the log keeps of a change beside what it did: enough to make it again.
public struct ChangeRecord: Sendable {
    /// What kind of change it was.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Events of a client.
        case batch
        /// A command.
        case command
        /// Any other change of a surface, its axes or its modifiers.
        case patch
        /// Gestures that the service cancelled by itself.
        case cancel
    }

    /// What kind of change it was.
    public var kind: Kind
    /// The surface that it addressed.
    public var surface: String
    /// The client and its number, of a numbered batch.
    public var number: BatchNumber?
    /// What identifies the body of a numbered batch when it is sent again.
    public var digest: BatchDigest?
    /// The operation of the HTTP contract, where the kind alone does not tell it.
    public var operation: String?
    /// What else the operation was given, by name.
    public var parameters: [Parameter]
    /// The query with which the client asked for its answer, as it was sent; empty for none.
    public var query: String
    /// The body as it was received, in one line; empty for none.
    public var body: [UInt8]

    /// Something that an operation was given outside its body.
    public struct Parameter: Sendable, Hashable {
        /// What it is.
        public var name: String
        /// What was given.
        public var value: String

        /// Creates a parameter.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a record.
    public init(
        kind: Kind, surface: String, number: BatchNumber? = nil, digest: BatchDigest? = nil,
        operation: String? = nil, parameters: [Parameter] = [], query: String = "", body: [UInt8] = []
    ) {
        self.kind = kind
        self.surface = surface
        self.number = number
        self.digest = digest
        self.operation = operation
        self.parameters = parameters
        self.query = query
        self.body = body
    }

    /// The record of gestures that were cancelled.
    static func cancellation(of surface: String, because reason: CancellationReason) -> ChangeRecord {
        ChangeRecord(kind: .cancel, surface: surface, body: Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8))
    }
}

/// Why the service cancels the gestures of a client.
public enum CancellationReason: String, Sendable, Hashable {
    /// The client was silent for longer than the gesture timeout.
    case timeout
    /// The server was started again.
    case restart
}
