/// The statements that read sessions.
enum ReadStatements {
    /// The datasets of a session; NULL without one.
    private static let datasets = """
        (SELECT array_agg(d.dataset ORDER BY d.ordinal) FROM session_dataset d WHERE d.session = s.key)
        """
    private static let summary = """
        s.id, s.head, t.driver, t.viewer, t.owner, t.idle_timeout, t.created_at, now_ms() - u.used_at, \(datasets)
        """

    static let find = PostgresText(
        "find",
        """
        SELECT \(summary), now_ms() - s.ended_at FROM session s
        LEFT JOIN session_start t ON t.session = s.key LEFT JOIN session_use u ON u.session = s.key WHERE s.id = $1
        """)

    static let summaries = PostgresText(
        "summaries",
        """
        SELECT \(summary) FROM (SELECT * FROM session_start WHERE id > $1 ORDER BY id LIMIT $2::int8) t
        JOIN session s ON s.id = t.id LEFT JOIN session_use u ON u.session = s.key ORDER BY t.id
        """)

    static let revisions = PostgresText(
        "revisions", "SELECT id, head FROM session WHERE id = ANY ($1::text[]) AND ended_at IS NULL")

    static let hasToken = PostgresText(
        "token",
        """
        SELECT EXISTS (SELECT FROM session_start WHERE driver = $1::bytea)
            OR EXISTS (SELECT FROM session_start WHERE viewer = $1)
            OR EXISTS (
                SELECT FROM session_grant g JOIN session_start t ON t.session = g.session
                WHERE g.hash = $1 AND (g.expires_at IS NULL OR g.expires_at > $2::int8))
        """)

    static let shows = PostgresText("shows", "SELECT EXISTS (SELECT FROM session_dataset WHERE dataset = $1::bytea)")

    static let counts = PostgresText(
        "counts", "SELECT coalesce(sum(live), 0)::int8, coalesce(sum(ended), 0)::int8 FROM session_count")

    static let ownerCount = PostgresText(
        "owner", "SELECT count(*) FROM (SELECT FROM session_start WHERE owner = $1::bytea LIMIT $2::int8) o")

    /// The names of overdue sessions; NULL for one whose start is gone.
    static let overdue = PostgresText(
        "overdue",
        """
        SELECT d.id FROM (
            SELECT u.due_at, (SELECT t.id FROM session_start t WHERE t.session = u.session) AS id FROM session_use u
            WHERE u.due_at <= (SELECT now_ms()) ORDER BY u.due_at LIMIT $1::int8
        ) d ORDER BY d.due_at, d.id
        """)

    /// The head, the snapshot and the entries after it, as one statement sees them.
    static let session = PostgresText(
        "session",
        """
        WITH one AS (
            SELECT s.key, s.head, \(datasets) AS datasets, coalesce(k.revision, 0) AS base FROM session s
            LEFT JOIN session_snapshot k ON k.session = s.key WHERE s.id = $1 AND s.ended_at IS NULL
        )
        SELECT 0::int8, o.head, NULL::int8, NULL::int8, t.seal, t.line, t.driver, t.viewer, t.idle_timeout, t.owner,
            t.patterns, t.created_at, o.datasets
        FROM one o LEFT JOIN session_start t ON t.session = o.key
        UNION ALL SELECT 1, k.revision, NULL, NULL, k.seal, k.state, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM one o JOIN session_snapshot k ON k.session = o.key
        UNION ALL SELECT 2, l.revision, l.node, l.counter, l.seal, l.line, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM one o JOIN session_log l ON l.session = o.key AND l.revision > o.base AND l.revision <= o.head
        ORDER BY 1, 2
        """)

    /// A page of a log, behind a row with the revision before it and the last one.
    static let entries = PostgresText(
        "entries",
        """
        WITH one AS (
            SELECT s.key, s.head, greatest($2::int8, coalesce(k.dropped, 0)) AS base FROM session s
            LEFT JOIN session_snapshot k ON k.session = s.key WHERE s.id = $1 AND s.ended_at IS NULL
        ), page AS (
            SELECT l.* FROM one o JOIN session_log l
                ON l.session = o.key AND l.revision > o.base AND l.revision <= o.head
            ORDER BY l.revision LIMIT $3::int8
        ), sized AS (
            SELECT *, sum(octet_length(line)) OVER (ORDER BY revision) - octet_length(line) AS before FROM page
        )
        SELECT 0::int8, base, head, NULL::int8, NULL::int8, NULL::bytea FROM one
        UNION ALL SELECT 1, revision, node, counter, seal, line FROM sized WHERE before < $4::int8
        ORDER BY 1, 2
        """)

    /// Notes uses; a row that another node notes right now is left out.
    static let noteUses = PostgresText(
        "use",
        """
        WITH noted AS (
            SELECT u.session, now_ms() - w.ago AS used_at,
                least(ceil(t.idle_timeout * CASE WHEN w.held THEN 1.125 ELSE 1 END), 4e15)::int8 AS lives
            FROM unnest($1::text[], $2::int8[], $3::bool[]) w (id, ago, held)
            JOIN session_start t ON t.id = w.id JOIN session_use u ON u.session = t.session
            WHERE now_ms() - w.ago >= u.used_at ORDER BY u.session FOR UPDATE OF u SKIP LOCKED
        )
        UPDATE session_use u SET due_at = n.used_at + n.lives, used_at = n.used_at FROM noted n
        WHERE u.session = n.session
        """)

    /// The most entries that one clearing takes.
    private static let clearedEntries = 5_000

    /// Clears the dropped entries of many sessions, and all that is left of ended ones.
    ///
    /// Sessions whose entries are more than one clearing takes stay noted, and the next one goes on with them.
    static let purge = PostgresText(
        "purge",
        """
        WITH old AS (
            SELECT ctid, session, up_to FROM purge WHERE noted_at <= (SELECT now_ms()) - $1::int8
            ORDER BY noted_at LIMIT $2::int8 FOR UPDATE SKIP LOCKED
        ), ended AS (
            SELECT session FROM old WHERE up_to = 9223372036854775807
        ), lines AS (
            SELECT l.line FROM old o CROSS JOIN LATERAL (
                SELECT l.ctid AS line FROM session_log l WHERE l.session = o.session AND l.revision <= o.up_to
                ORDER BY l.revision LIMIT \(clearedEntries)
            ) l LIMIT \(clearedEntries)
        ), removed AS (
            DELETE FROM session_log WHERE ctid = ANY (ARRAY(SELECT line FROM lines))
        ), shots AS (
            DELETE FROM session_snapshot WHERE session = ANY (ARRAY(SELECT session FROM ended))
        ), seen AS (
            DELETE FROM session_generation WHERE session = ANY (ARRAY(SELECT session FROM ended))
        ), grants AS (
            DELETE FROM session_grant WHERE session = ANY (ARRAY(SELECT session FROM ended))
        ), done AS (
            DELETE FROM purge
            WHERE ctid = ANY (ARRAY(SELECT ctid FROM old)) AND (SELECT count(*) FROM lines) < \(clearedEntries)
        )
        SELECT count(*) FROM old
        """)

    /// For how many milliseconds the longest waiting session is due to be cleared; 0 without one.
    static let backlog = PostgresText(
        "purge_backlog",
        """
        SELECT greatest(0, (SELECT now_ms()) - $1::int8 - (SELECT noted_at FROM purge ORDER BY noted_at LIMIT 1))::int8
        """)

    /// The bytes of the tables with their indexes.
    static let bytes = PostgresText(
        "bytes",
        """
        SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::int8 FROM pg_class c
        WHERE c.relnamespace = 'chart_surface'::regnamespace AND c.relkind = 'r'
        """)
}
