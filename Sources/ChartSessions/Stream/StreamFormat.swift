package import ChartSeries

/// Encodes the events of a stream; only the implementation knows the wire format.
package protocol StreamFormat: Sendable {
    /// Encodes a whole session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - expiresAt: When it expires without use, in milliseconds since 1970.
    /// - Returns: The body of the event.
    func state(of session: Session, expiresAt: Int64) -> [UInt8]

    /// Encodes the effect of the last revision.
    ///
    /// - Parameters:
    ///   - session: The session after it.
    ///   - before: The session before it, with the rows that viewers have.
    ///   - surfaces: The changed surfaces; ``SessionSurface/answered`` names the rows that viewers have.
    /// - Returns: The body of the event.
    func update(of session: Session, after before: Session, surfaces: [SessionSurface]) -> [UInt8]

    /// Encodes new rows, or changed ones.
    ///
    /// - Parameters:
    ///   - table: All rows of the dataset.
    ///   - dataset: Its name.
    ///   - version: The version of the rows that viewers have.
    ///   - session: The session.
    ///   - surfaces: The surfaces whose ranges the rows have moved.
    /// - Returns: The body of the event.
    func data(
        _ table: Table, of dataset: String, after version: Int, in session: Session, surfaces: [SessionSurface]
    ) -> [UInt8]
}

/// The view of a viewer; all viewers of one view share the encoded events.
package struct StreamView: Sendable, Hashable {
    /// The key that identifies the view.
    package let key: String
    let format: any StreamFormat

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - key: The key that identifies the view.
    ///   - format: The encoding.
    package init(key: String, format: any StreamFormat) {
        self.key = key
        self.format = format
    }

    /// Whether two views have the same key.
    package static func == (one: StreamView, other: StreamView) -> Bool { one.key == other.key }

    /// Hashes the key.
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The limits of the streams of a session.
package struct StreamLimits: Sendable, Hashable {
    /// The maximum number of viewers.
    package var viewers: Int
    /// The maximum number of different forms in which viewers see the session.
    package var forms: Int
    /// The maximum bytes of kept events, for late and returning viewers.
    package var bytes: Int

    /// Creates limits.
    package init(viewers: Int = 64, forms: Int = 16, bytes: Int = 262_144) {
        self.viewers = viewers
        self.forms = forms
        self.bytes = bytes
    }

    /// The maximum number of publications that wait to be encoded for every view.
    ///
    /// A publication shares most of its state with its neighbours; its own part takes about four kilobytes.
    var publications: Int { max(1, bytes / 4_096) }
}
