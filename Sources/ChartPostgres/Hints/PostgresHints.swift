import ChartStores
import Foundation
import Logging
import Synchronization

/// Tells other nodes of new revisions, and hears of theirs.
///
/// A hint is never the truth. It may be lost, late or doubled, so a node that waits for revisions also asks now and then.
/// Hints go over a connection and a thread of their own, outside the commits, and many into one notification. A node
/// publishes only what another node watches. The watched sessions stand in the table `watch`, for half a minute each
/// time, and each node reads that table once a second. A node that begins to watch also notifies the others at once.
final class PostgresHints: SessionHints {
    /// The revisions of sessions.
    typealias Revisions = [String: Int]

    private struct Content {
        var published: Revisions = [:]
        var watched: Set<String> = []
        /// The watched sessions that the table does not have yet.
        var added: Set<String> = []
        /// The sessions that other nodes watch.
        var wanted: Set<String> = []
        var datasetHints = 0
        var interruptions = 0
        var isClosed = false
        var hasStopped = false
        var whenStopped: [CheckedContinuation<Void, Never>] = []
    }

    /// The bytes of a notification, below the limit of the database of 8,000.
    static let payloadLimit = 7_900
    /// How long a row of the table `watch` counts.
    private static let watchTime = Duration.seconds(30)
    /// The time between two looks at the table `watch`.
    private static let lookInterval = Duration.seconds(1)
    private static let channel = "chart_surface"

    private let connector: PostgresConnector
    private let inbox = HintInbox()
    private let logger: Logger
    private let content = Mutex(Content())
    private let alarm: SelfPipe

    /// Starts the thread, which connects by itself.
    ///
    /// - Parameters:
    ///   - settings: Where the database is; a pooler in between has to work in session mode.
    ///   - node: The number of the node; see ``PostgresSessionStore/node``.
    ///   - logger: Logs failures.
    init(settings: PostgresSettings, node: Int64, logger: Logger) {
        connector = PostgresConnector(
            settings: settings, durability: .none, node: node, statementLimit: .seconds(3), logger: logger)
        self.logger = logger
        alarm = SelfPipe()
        Thread.detachNewThread { self.run() }
    }

    /// How often the connection was lost, or could not be made.
    var interruptions: Int { content.withLock { $0.interruptions } }

    /// Whether another node watches a session.
    var isWanted: Bool { content.withLock { !$0.wanted.isEmpty } }

    /// The number of hints of datasets that other nodes have sent.
    var datasetHints: Int { content.withLock { $0.datasetHints } }

    /// Tells other nodes that a dataset has changed; no session has a name that begins with a slash.
    func publish(dataset: String, version: Int) {
        let name = HintPayload.datasetMark + dataset
        content.withLock { $0.published[name] = max($0.published[name] ?? 0, version) }
        alarm.ring()
    }

    /// Tells other nodes of revisions, if one of them watches the sessions.
    ///
    /// - Complexity: O(number of revisions); a session that no node watches costs a look into a set.
    func publish(_ revisions: Revisions) {
        let wakes = content.withLock { content in
            let wasEmpty = content.published.isEmpty
            for (id, revision) in revisions where content.wanted.contains(id) {
                content.published[id] = max(content.published[id] ?? 0, revision)
            }
            return wasEmpty && !content.published.isEmpty
        }
        if wakes { alarm.ring() }
    }

    /// Begins to hear of a session; see `SessionHints.watch(_:)`.
    func watch(_ session: String) {
        content.withLock { content in
            content.watched.insert(session)
            content.added.insert(session)
        }
        alarm.ring()
    }

    /// Ends that; the next renewal removes the row of the table.
    func unwatch(_ session: String) {
        content.withLock { content in
            content.watched.remove(session)
            content.added.remove(session)
        }
    }

    /// Waits for the revisions of watched sessions; see `SessionHints.next()`.
    func next() async -> Revisions? { await inbox.next() }

    /// Ends the thread and its connection soon.
    func stop() {
        content.withLock { $0.isClosed = true }
        inbox.close()
        alarm.ring()
    }

    /// Ends the thread and its connection, and waits for both.
    func close() async {
        stop()
        await withCheckedContinuation { continuation in
            let hasStopped = content.withLock { content in
                if !content.hasStopped { content.whenStopped.append(continuation) }
                return content.hasStopped
            }
            if hasStopped { continuation.resume() }
        }
    }

    private var isClosed: Bool { content.withLock { $0.isClosed } }

    private func run() {
        var hasLogged = false
        while !isClosed {
            do throws(PostgresError) {
                let connection = try connector.open(.hints)
                try listen(connection)
                if hasLogged { logger.notice("hints of other nodes arrive again") }
                hasLogged = false
                try serve(connection)
            } catch {
                if !hasLogged { logger.warning("no hints of other nodes arrive", metadata: ["error": "\(error)"]) }
                hasLogged = true
                content.withLock { $0.interruptions += 1 }
                if !isClosed { alarm.wait(for: 1) }
            }
        }
        let waiting = content.withLock { content in
            content.hasStopped = true
            return content.whenStopped
        }
        for continuation in waiting { continuation.resume() }
    }

    private func listen(_ connection: PostgresConnection) throws(PostgresError) {
        _ = try connection.run(PostgresStatement(.once("LISTEN \(Self.channel)")), until: connector.deadline)
        try look(connection)
    }

    private func serve(_ connection: PostgresConnection) throws(PostgresError) {
        var nextLook = ContinuousClock.now + Self.lookInterval
        var nextRenewal = ContinuousClock.now
        while !isClosed {
            let (published, watched, added) = content.withLock { content in
                defer { (content.published, content.added) = ([:], []) }
                return (content.published, content.watched, content.added)
            }
            if !published.isEmpty {
                do throws(PostgresError) {
                    try send(published, connection)
                } catch {
                    // The next connection sends them.
                    content.withLock { $0.published.merge(published) { max($0, $1) } }
                    throw error
                }
            }
            if !added.isEmpty { try watch(added, connection) }
            if nextRenewal <= .now {
                try renew(watched, connection)
                nextRenewal = .now + Self.watchTime / 3
            }
            if nextLook <= .now {
                try look(connection)
                nextLook = .now + Self.lookInterval
            }
            let payloads = try connection.notifications()
            take(payloads)
            let left = max(.zero, nextLook - .now) / .seconds(1)
            if payloads.isEmpty { alarm.wait(for: left, orFor: connection.socket) }
        }
        let last = content.withLock { $0.published }
        if !last.isEmpty { try send(last, connection) }
        try renew([], connection)
    }

    private func send(_ revisions: Revisions, _ connection: PostgresConnection) throws(PostgresError) {
        let statements = HintPayload.texts(of: revisions, node: connector.node, limit: Self.payloadLimit).map { text in
            PostgresStatement(Self.notify) { parameters in
                parameters.add(Self.channel)
                parameters.add(text)
            }
        }
        _ = try connection.run(statements, until: connector.deadline)
    }

    private func take(_ payloads: [String]) {
        var revisions: Revisions = [:]
        for payload in payloads {
            guard let (node, told) = HintPayload.revisions(in: payload), node != connector.node else { continue }
            revisions.merge(told) { max($0, $1) }
        }
        guard !revisions.isEmpty else { return }
        let heard = content.withLock { content in
            content.datasetHints += revisions.count { $0.key.hasPrefix(HintPayload.datasetMark) }
            for (id, revision) in revisions where revision == HintPayload.watches { content.wanted.insert(id) }
            return revisions.filter { $0.value != HintPayload.watches && content.watched.contains($0.key) }
        }
        if !heard.isEmpty { inbox.add(heard) }
    }

    private func watch(_ ids: Set<String>, _ connection: PostgresConnection) throws(PostgresError) {
        _ = try connection.run(rows(for: ids.sorted()), until: connector.deadline)
        try send(Dictionary(uniqueKeysWithValues: ids.map { ($0, HintPayload.watches) }), connection)
    }

    private func renew(_ ids: Set<String>, _ connection: PostgresConnection) throws(PostgresError) {
        let names = ids.sorted()
        let remove = PostgresStatement(BackgroundStatement.unwatch.text) { parameters in
            parameters.add(connector.node)
            parameters.addArray(names)
        }
        _ = try connection.run([remove, rows(for: names)], until: connector.deadline)
    }

    private func rows(for names: [String]) -> PostgresStatement {
        PostgresStatement(BackgroundStatement.rewatch.text) { parameters in
            parameters.add(connector.node)
            parameters.addArray(names)
            parameters.add(Int64(Self.watchTime / .milliseconds(1)))
        }
    }

    private func look(_ connection: PostgresConnection) throws(PostgresError) {
        let result = try connection.run(
            PostgresStatement(BackgroundStatement.wanted.text) { $0.add(connector.node) }, until: connector.deadline)
        let wanted = Set((0..<result.count).compactMap { result.text($0, 0) })
        content.withLock { $0.wanted = wanted }
    }

    private static let notify = PostgresText("notify", "SELECT pg_notify($1::text, $2::text)")
    /// What other nodes watch; `until + 0` keeps the index of `until` out, since that would read this node's rows too.
    static let wanted = PostgresText(
        "wanted",
        """
        SELECT id FROM watch WHERE node < $1::int8 AND until + 0 > (SELECT now_ms())
        UNION SELECT id FROM watch WHERE node > $1 AND until + 0 > (SELECT now_ms())
        """)
    /// Removes what this node no longer watches, and what nodes that are gone have left.
    static let unwatch = PostgresText(
        "unwatch",
        """
        DELETE FROM watch WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM watch WHERE node = $1::int8 AND id <> ALL ($2::text[]) FOR UPDATE SKIP LOCKED
        )) OR ctid = ANY (ARRAY(
            SELECT ctid FROM watch WHERE until < (SELECT now_ms()) - 60000 ORDER BY until LIMIT 10000
            FOR UPDATE SKIP LOCKED
        ))
        """)
    static let rewatch = PostgresText(
        "rewatch",
        """
        INSERT INTO watch (id, node, until) SELECT id, $1::int8, now_ms() + $3::int8 FROM unnest($2::text[]) u (id)
        ON CONFLICT (id, node) DO UPDATE SET until = excluded.until
        """)
}
