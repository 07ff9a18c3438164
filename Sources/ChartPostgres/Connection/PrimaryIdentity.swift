import ChartStores
import Synchronization

/// What the node knows of its primary, so that it does not write into an old one.
///
/// After a failover, an old primary that still runs accepts writes too. Its timeline is lower than that of the new one.
final class PrimaryIdentity: Sendable {
    /// What a server tells of itself.
    struct Mark: Sendable, Equatable {
        /// The number that `initdb` gives a cluster and that all its copies share.
        var system: Int64
        /// The number that each promotion raises.
        var timeline: Int64
    }

    private let mark = Mutex<Mark?>(nil)

    /// The history of what this node reads and writes; `nil` before the first connection.
    var history: StoreHistory? { mark.withLock { $0.map { StoreHistory(system: $0.system, timeline: $0.timeline) } } }

    /// The highest timeline that was seen; `nil` before the first connection.
    var timeline: Int64? { mark.withLock { $0?.timeline } }

    /// Notes a server.
    ///
    /// - Throws: ``PostgresError`` for a server of another cluster, or one that is behind a known one.
    func admit(_ seen: Mark, at host: PostgresSettings.Host) throws(PostgresError) {
        let known = mark.withLock { known in
            guard let before = known else {
                known = seen
                return seen
            }
            if before.system == seen.system, before.timeline < seen.timeline { known = seen }
            return before
        }
        guard known.system == seen.system else {
            throw PostgresError(
                .unreachable,
                message: "the database at \(host) is another one than before; restart the server if that is intended")
        }
        guard seen.timeline >= known.timeline else {
            throw PostgresError(
                .unreachable,
                message: """
                    the database at \(host) is an old primary (timeline \(seen.timeline), known is \
                    \(known.timeline)); stop it
                    """)
        }
    }
}
