public import ChartSeries

/// How a stream is written down; what it looks like on the wire is known there and not here.
public protocol StreamFormat: Sendable {
    /// A whole session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - expiresAt: When it would expire if nobody came, in milliseconds since 1970.
    /// - Returns: The body of the event.
    func state(of session: Session, expiresAt: Int64) -> [UInt8]

    /// What the last revision of a session did.
    ///
    /// - Parameters:
    ///   - session: The session after it.
    ///   - surfaces: What it changed; each knows as ``SessionSurface/answered`` which rows were told before.
    /// - Returns: The body of the event.
    func update(of session: Session, surfaces: [SessionSurface]) -> [UInt8]

    /// Rows that were appended.
    ///
    /// - Parameters:
    ///   - table: All rows of the dataset.
    ///   - dataset: Its name.
    ///   - surfaces: Those whose ranges the rows have moved.
    /// - Returns: The body of the event.
    func data(_ table: Table, of dataset: String, surfaces: [SessionSurface]) -> [UInt8]
}

/// What a viewer wants to be shown; what viewers of one view are told is written once for all of them.
public struct StreamView: Sendable, Hashable {
    /// What tells it from other views.
    public let key: String
    let format: any StreamFormat

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - key: What tells it from others; two views of one key are the same.
    ///   - format: How it is written.
    public init(key: String, format: any StreamFormat) {
        self.key = key
        self.format = format
    }

    /// Whether two views show the same.
    public static func == (one: StreamView, other: StreamView) -> Bool { one.key == other.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// What bounds the streams of a session.
public struct StreamLimits: Sendable, Hashable {
    /// The most viewers.
    public var viewers: Int
    /// The most bytes of what was told that are kept, for viewers who are behind or come back.
    public var bytes: Int

    /// Creates limits.
    public init(viewers: Int = 64, bytes: Int = 262_144) {
        self.viewers = viewers
        self.bytes = bytes
    }

    /// The most changes that are kept as they are, until they have been written for every view.
    ///
    /// One that is kept shares most of its state with those beside it; what is its own takes about four kilobytes.
    var publications: Int { max(1, bytes / 4_096) }
}
