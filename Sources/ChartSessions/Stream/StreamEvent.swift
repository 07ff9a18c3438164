/// An event of a stream.
package enum StreamEvent: Sendable, Hashable {
    /// The whole session at a revision, which supersedes all earlier events.
    case state(revision: Int, body: [UInt8])
    /// The effect of one revision.
    case update(revision: Int, body: [UInt8])
    /// Rows appended to a dataset of the session, without a revision.
    case data(dataset: String, StreamBookmark, body: [UInt8])
    /// What the viewer has seen, where the last event does not say it.
    case bookmark(StreamBookmark)
    /// A keep-alive.
    case silence
    /// The end of the stream.
    case end(StreamEnding)

    /// The number of bytes to keep.
    var bytes: Int {
        switch self {
        case .state(_, let body), .update(_, let body), .data(_, _, let body): body.count
        case .bookmark, .silence, .end: 0
        }
    }

    /// Whether a viewer that has seen it knows a revision, and no later one.
    func brings(to revision: Int) -> Bool {
        switch self {
        case .state(let own, _), .update(let own, _): own == revision
        case .data, .bookmark, .silence, .end: false
        }
    }

    /// Whether it has only rows that a viewer has.
    func isKnown(by bookmark: StreamBookmark) -> Bool {
        guard case .data(let dataset, let own, _) = self, let version = own.versions[dataset] else { return false }
        return bookmark.versions[dataset, default: 0] >= version
    }
}

/// Why a stream ends.
package enum StreamEnding: String, Sendable, Hashable, CaseIterable {
    /// A client has deleted the session.
    case deleted
    /// The session was idle for longer than its idle timeout.
    case expired
    /// The server is shutting down; the session continues after a restart.
    case shutdown
    /// The credential that opened the stream has expired or was revoked; the session continues.
    case credential
}
