import ChartSeries

/// An event of a stream.
package enum StreamEvent: Sendable, Hashable {
    /// The whole session at a revision, which supersedes all earlier events.
    case state(revision: Int, body: [UInt8])
    /// The effect of one revision, which a batch may have made.
    case update(revision: Int, body: [UInt8], of: StreamedBatch?)
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
        case .state(_, let body), .data(_, _, let body): body.count
        case .update(_, let body, let batch): body.count + (batch?.ownBody.count ?? 0)
        case .bookmark, .silence, .end: 0
        }
    }

    /// Whether a viewer that has seen it knows a revision, and no later one.
    func brings(to revision: Int) -> Bool {
        switch self {
        case .state(let own, _), .update(let own, _, _): own == revision
        case .data, .bookmark, .silence, .end: false
        }
    }

    /// The event as a viewer gets it that has the answers to a client's batches.
    func told(to client: ExactName?) -> StreamEvent {
        guard case .update(let revision, _, let batch?) = self, batch.number.client == client else { return self }
        return .update(revision: revision, body: batch.ownBody, of: batch)
    }

    /// Whether it has only rows that a viewer has.
    func isKnown(by bookmark: StreamBookmark) -> Bool {
        guard case .data(let dataset, let own, _) = self, let version = own.versions[dataset] else { return false }
        return bookmark.versions[dataset, default: 0] >= version
    }
}

/// The batch that made an update.
package struct StreamedBatch: Sendable, Hashable {
    /// The client's name and the batch's number.
    package let number: BatchNumber
    /// The body of the update for that client, whose answer has the surfaces.
    let ownBody: [UInt8]
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
