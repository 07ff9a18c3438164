import Testing

@testable import ChartPostgres

/// What a node does by itself costs what it finds, however many sessions rest.
@Suite(.serialized) struct BackgroundStatementLawTests {
    /// Tables of which a node reads all rows: they grow with starts of nodes, with keys and with datasets.
    private static let readWhole: Set = ["session_count", "api_key", "dataset"]

    /// A database with a million sessions that rest, a million that have ended, and a million that nodes watch.
    private static let loaded = Result<TestDatabase, any Error> {
        let database = try TestDatabase()
        try PostgresSchema.prepare(try database.connector().open(.schema), until: .now + .seconds(10))
        let admin = try database.connect()
        for part in 0..<20 {
            for sql in Self.rows(from: part * 50_000 + 1, to: (part + 1) * 50_000) { try admin.run(sql) }
        }
        try admin.run(
            """
            INSERT INTO dataset SELECT 'd' || n, 1, 1, 'g' || n, '{}', NULL, true FROM generate_series(0, 999) n
            """,
            """
            INSERT INTO api_key (id, name, hash, scopes, datasets, created_at)
            SELECT n, n, '', '', '[]', 0 FROM generate_series(1, 100) n
            """,
            "INSERT INTO session_count VALUES (1, 500000, 500000), (2, 500000, 500000)")
        let tables = try admin.run("SELECT format('ANALYZE %s', relid::regclass) FROM pg_stat_user_tables")
        for table in 0..<tables.count { try admin.run(try #require(tables.text(table, 0))) }
        return database
    }

    /// Statements that insert what one part of the numbers stands for.
    private static func rows(from first: Int, to last: Int) -> [String] {
        let numbers = "generate_series(\(first), \(last)) n"
        return [
            """
            INSERT INTO session (id, key, head, node, counter) OVERRIDING SYSTEM VALUE
            SELECT 's' || n, n, 1, 7, n FROM \(numbers)
            """,
            """
            INSERT INTO session (id, key, head, node, counter, ended_at) OVERRIDING SYSTEM VALUE
            SELECT 'e' || n, 1000000 + n, 1, 7, n, now_ms() FROM \(numbers)
            """,
            """
            INSERT INTO session_start
            SELECT n, 's' || n, int8send(n), int8send(-n), 1e9, NULL, NULL, 0, '', 7, n, 0 FROM \(numbers)
            """,
            "INSERT INTO session_use SELECT n, now_ms(), now_ms() + 1000000000 FROM \(numbers)",
            "INSERT INTO session_dataset SELECT n, 0, convert_to('d' || n % 1000, 'UTF8') FROM \(numbers)",
            "INSERT INTO watch SELECT 's' || n, 7, now_ms() + 1000000000 FROM \(numbers)",
            "INSERT INTO session_log SELECT n, 1, '', 7, n, 0 FROM \(numbers)",
            """
            INSERT INTO purge SELECT n, 9223372036854775807, CASE WHEN n % 1000 > 0 THEN now_ms() ELSE 0 END
            FROM \(numbers)
            """,
            "INSERT INTO session_generation SELECT n, 'g' || n % 1000 FROM \(numbers)",
            "INSERT INTO dataset_change SELECT 'd' || n, 1, 7, n, now_ms() FROM \(numbers)",
            """
            INSERT INTO dataset_replaced
            SELECT 'r' || n, 'd' || n % 1000, 1, 1, '{}', NULL, CASE WHEN n % 1000 > 0 THEN now_ms() ELSE 0 END
            FROM \(numbers)
            """,
            "INSERT INTO dataset_segment SELECT 'g' || n % 1000, n, 1, int8send(n), 100 FROM \(numbers)",
            """
            INSERT INTO segment SELECT int8send(n), 100, CASE WHEN n % 1000 > 0 THEN now_ms() ELSE 0 END FROM \(numbers)
            """,
        ]
    }

    /// The parameters of a statement, as they are written in SQL: those of node 7, which watches all of its sessions.
    private static func parameters(of statement: BackgroundStatement) -> [String] {
        switch statement {
        case .overdue: ["100"]
        case .counts, .bytes, .keyChanges, .datasetVersions: []
        case .revisions: ["'{s1,s20,s300}'"]
        case .session: ["'s7'"]
        case .use: ["'{s1,s20,s300}'", "'{0,0,0}'", "'{true,false,true}'"]
        case .purge: ["60000", "1000"]
        case .backlog: ["60000"]
        case .clear: ["7", "1", "1000000000", "1000000"]
        case .wanted: ["7"]
        case .unwatch: ["8", "'{s1,s2}'"]
        case .rewatch: ["8", "'{s1,s2}'", "30000"]
        case .datasetScattered: ["64"]
        case .datasetForget, .segmentUnnamed: ["21600000"]
        case .datasetForgetNotes: ["3600000"]
        }
    }

    @Test(arguments: BackgroundStatement.allCases)
    func `a statement that runs by itself reads hardly more than it returns`(_ statement: BackgroundStatement) throws {
        let connection = try Self.loaded.get().connect()
        try connection.run("SET enable_seqscan = off", "SET jit = off", "PREPARE own AS \(statement.text.sql)")
        let parameters = Self.parameters(of: statement)
        let execution = parameters.isEmpty ? "own" : "own (\(parameters.joined(separator: ", ")))"
        for plan in ["force_generic_plan", "force_custom_plan"] {
            try connection.run("SET plan_cache_mode = \(plan)", "BEGIN")
            let result = try connection.run("EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE \(execution)")
            try connection.run("ROLLBACK")
            let rows = try ReadRows(explanation: try #require(result.text(0, 0)))
            #expect(rows.read <= 10 * rows.returned + 100, "\(plan): \(rows)")
            #expect(rows.scannedTables.subtracting(Self.readWhole).isEmpty, "\(plan): \(rows)")
        }
    }

    @Test func `whether a dataset is in use is known from one of its sessions`() throws {
        let connection = try Self.loaded.get().connect()
        try connection.run("SET enable_seqscan = off", "SET jit = off")
        let sql = CatalogStatements.inUse.sql.replacing("$1", with: "'d7'")
        let result = try connection.run("EXPLAIN (ANALYZE, FORMAT JSON) \(sql)")
        let rows = try ReadRows(explanation: try #require(result.text(0, 0)))
        #expect(rows.read <= 2 && rows.scannedTables.isEmpty, "\(rows)")
    }

    @Test func `a statement that runs by itself has the name of its case`() {
        for statement in BackgroundStatement.allCases { #expect(statement.text.name == statement.rawValue) }
    }
}
