import ChartStores
import Logging

extension PostgresWriter {
    /// Writes a group until its outcome is known.
    ///
    /// When the connection is lost, or the answer is late, the group may be committed or not. The writer then connects
    /// again, ends what is left of its old connection, waits for the standbys, and looks for the rows of the group. If
    /// there are none, it sends the group again: a group that is committed after all makes the repetition lose, and
    /// its callers get `conflict` and read the session. In a later history it does not send the group again.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - history: The history in which the group was made.
    /// - Returns: What the database has made of it; `nil` in a later history, where nothing is made.
    /// - Throws: ``PostgresError`` if the group was not written, or nothing waits for it any more while its outcome is in
    ///   doubt.
    mutating func settle(
        _ group: WriteGroup, in history: StoreHistory?
    ) throws(PostgresError) -> WriteOutcome? {
        guard !group.isEmpty else { return WriteOutcome(passes: group.waves.map { _ in WriteOutcome.Pass() }) }
        let start = ContinuousClock.now
        var doubt: PostgresError?
        var repetitions = 0
        while true {
            do throws(PostgresError) {
                if doubt != nil {
                    let connection = try reconnect()
                    if let outcome = try group.search(connection, node: connector.node, until: connector.deadline) {
                        return outcome
                    }
                    doubt = nil
                }
                let connection = try open()
                guard connector.identity.history == history else { return nil }
                return try send(group, on: connection)
            } catch {
                if error.isTransient, repetitions < 3 {
                    repetitions += 1
                    continue
                }
                if error.needsNewConnection { connection = nil }
                guard error.isInDoubt || doubt != nil else { throw error }
                if doubt == nil {
                    health.countDoubt()
                    logger.warning(
                        "the outcome of a group is unknown",
                        metadata: [
                            "error": "\(error)", "group": .stringConvertible(group.counter),
                            "changes": .stringConvertible(group.changes.count),
                        ])
                }
                doubt = doubt ?? error
                guard waits(for: group, since: start, error) else {
                    throw PostgresError(.lost, state: error.state, message: error.message)
                }
            }
        }
    }

    /// Waits before the next attempt.
    ///
    /// Meanwhile new changes wait too. Once the outage takes longer than a write may take, they fail at once.
    ///
    /// - Returns: `false` if nothing waits for the group any more, or the store closes.
    private mutating func waits(
        for group: WriteGroup, since start: ContinuousClock.Instant, _ error: PostgresError
    ) -> Bool {
        let isLong = ContinuousClock.now - start > tuning.patience
        if isLong { health.fail(SessionStoreError(error)) }
        let end = ContinuousClock.now + tuning.doubtInterval
        repeat {
            var load = queue.take(patience: max(.zero, end - .now))
            if isLong {
                for change in load.changes { change.fail(with: SessionStoreError(error)) }
                pending.remove(load.changes.compactMap(\.change.session))
                load.changes = []
            }
            if !load.changes.isEmpty || !load.queries.isEmpty || load.isLast { backlog.append(load) }
            if load.isLast { return false }
        } while ContinuousClock.now < end
        return !group.isAbandoned
    }

    private func send(
        _ group: WriteGroup, on connection: PostgresConnection
    ) throws(PostgresError) -> WriteOutcome {
        let planned = group.statements(node: connector.node)
        tuning.beforeGroup()
        let results = try connection.run(planned.map(\.statement), until: connector.deadline)
        try tuning.afterGroup()
        guard connector.durability != .full || !connection.hasWarning else {
            throw PostgresError(
                .lost, message: "the wait for the standby of the database at \(connection.host) was ended")
        }
        return group.outcome(planned, results)
    }

    /// Returns the connection, or a new one if there is none, or another thread has seen a later primary.
    mutating func open() throws(PostgresError) -> PostgresConnection {
        if let connection, connection.isUsable, connection.timeline ?? 0 >= connector.identity.timeline ?? 0 {
            return connection
        }
        connection = nil
        let opened = try connector.open(.writer)
        connection = opened
        return opened
    }

    /// Connects again after a lost answer, and makes sure that the old connection commits nothing more.
    private mutating func reconnect() throws(PostgresError) -> PostgresConnection {
        if let connection, connection.isUsable { return connection }
        connection = nil
        let opened = try connector.open(.writer, fences: false)
        do throws(PostgresError) {
            try endOldConnections(from: opened)
        } catch  where error.isMissingFeature {
            logger.warning("an old connection cannot be ended", metadata: ["error": "\(error)"])
        }
        try connector.fence(opened)
        connection = opened
        return opened
    }

    /// Ends the old connections of this writer; one that waits for a standby is left to wait.
    ///
    /// Its end would show what the standby lacks. It ends by itself when the standby answers.
    private func endOldConnections(from connection: PostgresConnection) throws(PostgresError) {
        let deadline = connector.deadline
        while true {
            let statement = PostgresStatement(
                .once(
                    """
                    SELECT pid, CASE WHEN wait_event = 'SyncRep' THEN false ELSE pg_terminate_backend(pid, 1000) END
                    FROM pg_stat_activity
                    WHERE application_name = $1 AND pid <> pg_backend_pid() AND usename = current_user
                    """)
            ) { $0.add(connector.name(.writer)) }
            guard try connection.run(statement, until: deadline).count > 0 else { return }
            guard ContinuousClock.now < deadline else {
                throw PostgresError(.unreachable, message: "an old connection still waits for a standby")
            }
            _ = try connection.run(PostgresStatement(.once("SELECT pg_sleep(0.01)")), until: deadline)
        }
    }
}
