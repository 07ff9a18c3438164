import ChartStores

extension WriteGroup {
    private enum Kind: Int64 {
        case begun, moved, kept, ended
    }

    /// Looks for rows that only this group has written.
    private static let search = PostgresText(
        "search",
        """
        SELECT w.pass, w.kind, w.id
        FROM unnest($3::int8[], $4::int8[], $5::text[], $6::int8[]) w (pass, kind, id, revision)
        JOIN session s ON s.id = w.id
        WHERE CASE w.kind
            WHEN 0 THEN EXISTS (
                SELECT FROM session_start t WHERE t.session = s.key AND t.node = $1::int8 AND t.counter = $2::int8)
            WHEN 1 THEN EXISTS (
                SELECT FROM session_log l
                WHERE l.session = s.key AND l.revision = w.revision AND l.node = $1 AND l.counter = $2)
            WHEN 2 THEN s.ended_at IS NULL AND EXISTS (
                SELECT FROM session_snapshot k WHERE k.session = s.key AND k.revision >= w.revision)
            ELSE s.ended_at IS NOT NULL AND s.node = $1 AND s.counter = $2
        END
        """)

    /// Reads what the database has of the group after a lost answer.
    ///
    /// - Returns: The outcome, if the group was committed and changed a session; otherwise `nil`. The group may then be
    ///   sent again: each of its statements holds for one state of a session only.
    func search(
        _ connection: PostgresConnection, node: Int64, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> WriteOutcome? {
        var rows: [(pass: Int, kind: Kind, id: String, revision: Int)] = []
        for (pass, wave) in waves.enumerated() {
            rows += wave.beginnings.keys.map { (pass, .begun, $0, 0) }
            rows += wave.runs.map { (pass, .moved, $0.key, $0.value.last) }
            rows += wave.snapshots.map { (pass, .kept, $0.key, $0.value.snapshot.revision) }
            rows += wave.ends.keys.map { (pass, .ended, $0, 0) }
        }
        let statement = PostgresStatement(Self.search) { parameters in
            parameters.add(node)
            parameters.add(counter)
            parameters.addArray(rows.map { Int64($0.pass) })
            parameters.addArray(rows.map(\.kind.rawValue))
            parameters.addArray(rows.map(\.id))
            parameters.addArray(rows.map { Int64($0.revision) })
        }
        let result = try connection.run(statement, until: deadline)
        var outcome = WriteOutcome(passes: waves.map { _ in WriteOutcome.Pass() })
        var isCommitted = false
        for row in 0..<result.count {
            guard let pass = result.integer(row, 0).map(Int.init), let id = result.text(row, 2),
                let kind = result.integer(row, 1).flatMap(Kind.init)
            else { continue }
            switch kind {
            case .begun: outcome.passes[pass].begun.insert(id)
            case .moved: outcome.passes[pass].moved.insert(id)
            case .kept: outcome.passes[pass].kept.insert(id)
            case .ended: outcome.passes[pass].ended.insert(id)
            }
            if kind != .kept { isCommitted = true }
        }
        return isCommitted ? outcome : nil
    }
}
