/// What a viewer of a session is told.
public enum StreamEvent: Sendable, Hashable {
    /// The whole session at a revision; what was told before does not count any more.
    case state(revision: Int, body: [UInt8])
    /// What one revision did.
    case update(revision: Int, body: [UInt8])
    /// Rows were appended to a dataset that the session shows; this is no revision.
    case data(body: [UInt8])
    /// Nothing has happened for a while.
    case silence
    /// Nothing more will come.
    case end(StreamEnding)

    /// How many bytes it takes to keep.
    var bytes: Int {
        switch self {
        case .state(_, let body), .update(_, let body), .data(let body): body.count
        case .silence, .end: 0
        }
    }

    /// Whether a viewer who has seen it knows a revision, and nothing later.
    func brings(to revision: Int) -> Bool {
        switch self {
        case .state(let own, _), .update(let own, _): own == revision
        case .data, .silence, .end: false
        }
    }
}

/// Why nothing more will come.
public enum StreamEnding: String, Sendable, Hashable, CaseIterable {
    /// Somebody has ended the session.
    case deleted
    /// Nobody has used the session for longer than its idle timeout.
    case expired
    /// The server is shutting down; the session goes on where it starts again.
    case shutdown
}
