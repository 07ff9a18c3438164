/// The digests of a client's last ``ClientSequences/repeatable`` batches.
///
/// A session is copied with each batch, and what the batch changes of it. So most digests are in an array of their own,
/// which the copies share.
struct RecentDigests: Sendable {
    /// How many digests are copied with each batch at most.
    private static let mostNewer = 8

    private var older: [BatchDigest]
    private var newer: [BatchDigest] = []

    /// Creates digests, oldest first.
    init(_ digests: [BatchDigest] = []) { older = digests }

    /// The digests, oldest first.
    var all: [BatchDigest] { Array((older + newer).suffix(ClientSequences.repeatable)) }

    /// The digest of the batch that came `back` batches before the last one; `nil` where it is not kept.
    func digest(_ back: Int) -> BatchDigest? {
        guard back < min(older.count + newer.count, ClientSequences.repeatable) else { return nil }
        return back < newer.count ? newer[newer.count - 1 - back] : older[older.count + newer.count - 1 - back]
    }

    /// Adds the digest of the next batch.
    mutating func append(_ digest: BatchDigest) {
        newer.append(digest)
        guard newer.count == Self.mostNewer else { return }
        (older, newer) = (all, [])
    }
}
