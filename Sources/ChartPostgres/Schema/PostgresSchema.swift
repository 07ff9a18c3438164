/// The tables of the store, in a schema of their own.
///
/// `session` is the only arbiter: a revision counts once its row has moved from the one before. The row is small and
/// changes with each group; what never changes is in `session_start`, and what changes often without being a revision is
/// in `session_use`. All other rows name a session by its key, so those of an ended session never belong to a later one
/// of the same name. Times are milliseconds since 1970 by the clock of the database.
enum PostgresSchema {
    /// The name of the schema.
    static let name = "chart_surface"
    /// The number of the lock that a migration holds.
    private static let lock: Int64 = 0x6368_6172_7473_7266

    /// The migrations, each a list of statements; a released one never changes.
    static let migrations: [[String]] = [
        [
            """
            CREATE FUNCTION chart_surface.now_ms() RETURNS int8 LANGUAGE sql VOLATILE
            AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8'
            """,
            """
            CREATE TABLE chart_surface.session (
                id text COLLATE "C" PRIMARY KEY, key int8 GENERATED ALWAYS AS IDENTITY, head int8 NOT NULL,
                node int8 NOT NULL, counter int8 NOT NULL, ended_at int8
            ) WITH (fillfactor = 70)
            """,
            "CREATE INDEX session_ended ON chart_surface.session (ended_at, id) WHERE ended_at IS NOT NULL",
            """
            CREATE TABLE chart_surface.session_start (
                session int8 PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, driver bytea NOT NULL,
                viewer bytea NOT NULL, idle_timeout float8 NOT NULL, owner bytea, patterns text, created_at int8,
                line bytea NOT NULL, node int8 NOT NULL, counter int8 NOT NULL, seal int8 NOT NULL
            )
            """,
            "CREATE INDEX session_start_driver ON chart_surface.session_start (driver)",
            "CREATE INDEX session_start_viewer ON chart_surface.session_start (viewer)",
            "CREATE INDEX session_start_owner ON chart_surface.session_start (owner) WHERE owner IS NOT NULL",
            """
            CREATE TABLE chart_surface.session_dataset (
                session int8, ordinal int8, dataset bytea NOT NULL, PRIMARY KEY (session, ordinal)
            )
            """,
            "CREATE INDEX session_dataset_name ON chart_surface.session_dataset (dataset)",
            """
            CREATE TABLE chart_surface.session_log (
                session int8, revision int8, line bytea NOT NULL, node int8 NOT NULL, counter int8 NOT NULL,
                seal int8 NOT NULL, PRIMARY KEY (session, revision)
            )
            """,
            """
            CREATE TABLE chart_surface.session_snapshot (
                session int8 PRIMARY KEY, revision int8 NOT NULL, dropped int8 NOT NULL, state bytea NOT NULL,
                seal int8 NOT NULL
            )
            """,
            """
            CREATE TABLE chart_surface.session_use (
                session int8 PRIMARY KEY, used_at int8 NOT NULL, due_at int8 NOT NULL
            ) WITH (fillfactor = 70)
            """,
            "CREATE INDEX session_use_due ON chart_surface.session_use (due_at)",
            """
            CREATE TABLE chart_surface.purge (
                session int8, up_to int8, noted_at int8 NOT NULL, PRIMARY KEY (session, up_to)
            )
            """,
            "CREATE INDEX purge_noted ON chart_surface.purge (noted_at)",
            """
            CREATE TABLE chart_surface.session_count (
                node int8 PRIMARY KEY, live int8 NOT NULL, ended int8 NOT NULL
            ) WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE chart_surface.watch (
                id text COLLATE "C", node int8, until int8 NOT NULL, PRIMARY KEY (id, node)
            )
            """,
        ],
        [
            """
            CREATE TABLE chart_surface.api_key (
                number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
                name text NOT NULL, hash bytea NOT NULL, scopes text NOT NULL, datasets text NOT NULL,
                created_at int8 NOT NULL, expires_at int8, revoked_at int8
            )
            """
        ],
        [
            """
            CREATE TABLE chart_surface.dataset (
                name text COLLATE "C" PRIMARY KEY, version int8 NOT NULL, first_version int8 NOT NULL,
                generation text COLLATE "C" NOT NULL, summary text NOT NULL, owner bytea, live bool NOT NULL
            ) WITH (fillfactor = 70)
            """,
            """
            CREATE TABLE chart_surface.dataset_change (
                name text COLLATE "C", version int8, node int8 NOT NULL, counter int8 NOT NULL, made_at int8 NOT NULL,
                PRIMARY KEY (name, version)
            )
            """,
            "CREATE INDEX dataset_change_made ON chart_surface.dataset_change (made_at)",
            """
            CREATE TABLE chart_surface.dataset_replaced (
                generation text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, version int8 NOT NULL,
                first_version int8 NOT NULL, summary text NOT NULL, owner bytea, replaced_at int8 NOT NULL
            )
            """,
            "CREATE INDEX dataset_replaced_name ON chart_surface.dataset_replaced (name, version)",
            "CREATE INDEX dataset_replaced_at ON chart_surface.dataset_replaced (replaced_at)",
            """
            CREATE TABLE chart_surface.dataset_segment (
                generation text COLLATE "C", first_row int8, rows int8 NOT NULL, sha256 bytea NOT NULL,
                bytes int8 NOT NULL, PRIMARY KEY (generation, first_row)
            )
            """,
            "CREATE INDEX dataset_segment_sha256 ON chart_surface.dataset_segment (sha256)",
            """
            CREATE TABLE chart_surface.session_generation (
                session int8, generation text COLLATE "C", PRIMARY KEY (session, generation)
            )
            """,
            "CREATE INDEX session_generation_name ON chart_surface.session_generation (generation)",
            """
            CREATE TABLE chart_surface.segment (
                sha256 bytea PRIMARY KEY, bytes int8 NOT NULL, noted_at int8 NOT NULL
            ) WITH (fillfactor = 70)
            """,
            "CREATE INDEX segment_noted ON chart_surface.segment (noted_at)",
            """
            CREATE TABLE chart_surface.segment_chunk (
                sha256 bytea, ordinal int8, data bytea NOT NULL, PRIMARY KEY (sha256, ordinal)
            )
            """,
            "ALTER TABLE chart_surface.segment_chunk ALTER COLUMN data SET STORAGE EXTERNAL",
        ],
        [
            "CREATE INDEX watch_node ON chart_surface.watch (node, id)",
            "CREATE INDEX watch_until ON chart_surface.watch (until)",
        ],
        [
            "ALTER TABLE chart_surface.dataset ADD COLUMN small int8 NOT NULL DEFAULT 0",
            """
            UPDATE chart_surface.dataset d SET small = s.count FROM (
                SELECT generation, count(*) FROM chart_surface.dataset_segment WHERE bytes < 1048576 GROUP BY generation
            ) s WHERE d.generation = s.generation
            """,
            "CREATE INDEX dataset_small ON chart_surface.dataset (small)",
            """
            DELETE FROM chart_surface.session_generation g
            WHERE NOT EXISTS (SELECT FROM chart_surface.session_start t WHERE t.session = g.session)
            """,
        ],
        [
            """
            CREATE TABLE chart_surface.session_grant (
                number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, session int8 NOT NULL,
                id text COLLATE "C" NOT NULL, hash bytea NOT NULL UNIQUE, rights text NOT NULL, author bytea,
                expires_at int8, seal int8 NOT NULL
            )
            """,
            "CREATE INDEX session_grant_session ON chart_surface.session_grant (session)",
            "CREATE TABLE chart_surface.dataset_event (name text COLLATE \"C\" PRIMARY KEY, events bytea NOT NULL)",
        ],
    ]

    /// Creates or migrates the tables; several nodes may start at once.
    ///
    /// - Throws: ``PostgresError`` for tables of a newer version, and where the right to create tables is missing.
    static func prepare(
        _ connection: PostgresConnection, until deadline: ContinuousClock.Instant, migrations: [[String]] = migrations
    ) throws(PostgresError) {
        while true {
            let version = try version(connection, until: deadline)
            guard version <= migrations.count else {
                throw PostgresError(
                    .settings,
                    message: """
                        the database at \(connection.host) has tables of version \(version), and this server knows \
                        version \(migrations.count): use a newer server
                        """)
            }
            guard version < migrations.count else { return }
            do throws(PostgresError) {
                try migrate(connection, to: version + 1, migrations[version], until: deadline)
            } catch  where error.state == "23505" || error.state == "42P06" || error.state == "42P07" {
                // Another node was faster; its version counts.
                guard try self.version(connection, until: deadline) > version else { throw error }
            } catch  where error.state == "42501" {
                throw PostgresError(
                    .settings, state: error.state,
                    message: """
                        \(error.message); grant CREATE on the database to the role, or create the schema \(name) and \
                        make the role its owner
                        """)
            }
        }
    }

    private static func version(
        _ connection: PostgresConnection, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> Int {
        let found = try connection.run(
            PostgresStatement(.once("SELECT to_regclass('\(name).migration') IS NOT NULL")), until: deadline)
        guard found.truth(0, 0) == true else { return 0 }
        let version = try connection.run(
            PostgresStatement(.once("SELECT coalesce(max(version), 0)::int8 FROM \(name).migration")), until: deadline)
        return Int(version.integer(0, 0) ?? 0)
    }

    private static func migrate(
        _ connection: PostgresConnection, to version: Int, _ statements: [String],
        until deadline: ContinuousClock.Instant
    ) throws(PostgresError) {
        // A table that has grown may take longer than a statement may, and so may the wait for another node.
        var commands = [
            "SELECT set_config('statement_timeout', '0', true)", "SELECT pg_advisory_xact_lock(\(lock))",
        ]
        if version == 1 {
            let found = try connection.run(
                PostgresStatement(.once("SELECT to_regnamespace('\(name)') IS NOT NULL")), until: deadline)
            if found.truth(0, 0) != true { commands.append("CREATE SCHEMA \(name)") }
            commands.append("CREATE TABLE \(name).migration (version int8 PRIMARY KEY)")
        }
        commands.append("INSERT INTO \(name).migration (version) VALUES (\(version))")
        _ = try connection.run((commands + statements).map { PostgresStatement(.once($0)) }, until: deadline)
    }
}
