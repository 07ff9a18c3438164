/// The cause of a change, from which a replay repeats it.
package struct ChangeRecord: Sendable {
    /// The kind of a change.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Events of a client.
        case batch
        /// A command.
        case command
        /// Any other change of a surface, its axes or its modifiers.
        case patch
        /// The service cancelled gestures.
        case cancel
    }

    /// The kind of the change.
    package var kind: Kind
    /// The addressed surface.
    package var surface: String
    /// The client and sequence number of a numbered batch.
    package var number: BatchNumber?
    /// The digest of a numbered batch, which detects a repeated one.
    package var digest: BatchDigest?
    /// The HTTP operation, where the kind does not determine it.
    package var operation: String?
    /// The other arguments of the operation, by name.
    package var parameters: [Parameter]
    /// The query of the request as sent; empty for none.
    package var query: String
    /// The request body in one line; empty for none.
    package var body: [UInt8]
    /// The author that the token of the change names; `nil` for the driver.
    package var author: String?

    /// An argument outside of the body.
    package struct Parameter: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The value.
        package var value: String

        /// Creates a parameter.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a record.
    package init(
        kind: Kind, surface: String, number: BatchNumber? = nil, digest: BatchDigest? = nil,
        operation: String? = nil, parameters: [Parameter] = [], query: String = "", body: [UInt8] = [],
        author: String? = nil
    ) {
        self.kind = kind
        self.surface = surface
        self.number = number
        self.digest = digest
        self.operation = operation
        self.parameters = parameters
        self.query = query
        self.body = body
        self.author = author
    }

    /// Creates the record of cancelled gestures.
    static func cancellation(of surface: String, because reason: CancellationReason) -> ChangeRecord {
        ChangeRecord(kind: .cancel, surface: surface, body: Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8))
    }
}

/// Why the service cancels gestures.
package enum CancellationReason: String, Sendable, Hashable {
    /// The client was silent for longer than the gesture timeout.
    case timeout
    /// The server restarted.
    case restart
}
