/// The statements that write a group.
///
/// `SKIP LOCKED` makes a row that another node holds a lost race and not a wait, so groups cannot block each other. The
/// condition `node = … AND counter = …` holds for a session that an earlier statement of the group has touched.
enum WriteStatements {
    /// The datasets that sessions begin to show, and those sessions that have read replaced rows.
    ///
    /// A dataset that is being replaced right now counts as replaced. The lock keeps it from being replaced until the
    /// session shows it.
    private static func seen(_ first: Int) -> String {
        """
        seen AS (
            SELECT * FROM unnest($\(first)::text[], $\(first + 1)::text[], $\(first + 2)::int8[]) u (id, name, version)
        ), held AS (
            SELECT d.name, d.generation, d.first_version FROM dataset d
            WHERE d.live AND d.name IN (SELECT name FROM seen) ORDER BY d.name FOR KEY SHARE OF d SKIP LOCKED
        ), stale AS (
            SELECT w.id FROM seen w
            WHERE NOT EXISTS (SELECT FROM held h WHERE h.name = w.name AND h.first_version <= w.version)
        )
        """
    }

    /// Begins sessions whose names are free.
    static let begin = PostgresText(
        "begin",
        """
        WITH want AS (
            SELECT * FROM unnest(
                $3::text[], $4::bytea[], $5::bytea[], $6::float8[], $7::bytea[], $8::text[], $9::int8[], $10::bytea[],
                $11::int8[]
            ) u (id, driver, viewer, idle_timeout, owner, patterns, created_at, line, seal)
        ), \(seen(15)), made AS (
            INSERT INTO session (id, head, node, counter) SELECT id, 0, $1::int8, $2::int8 FROM want
            WHERE id NOT IN (SELECT id FROM stale) ORDER BY id
            ON CONFLICT DO NOTHING RETURNING id, key
        ), started AS (
            INSERT INTO session_start (
                session, id, driver, viewer, idle_timeout, owner, patterns, created_at, line, node, counter, seal
            ) SELECT key, id, driver, viewer, idle_timeout, owner, patterns, created_at, line, $1, $2, seal
            FROM want JOIN made USING (id)
        ), used AS (
            INSERT INTO session_use (session, used_at, due_at)
            SELECT key, now_ms(), now_ms() + least(ceil(idle_timeout), 4e15)::int8 FROM want JOIN made USING (id)
        ), shown AS (
            INSERT INTO session_dataset (session, ordinal, dataset)
            SELECT key, ordinal, dataset FROM unnest($12::text[], $13::int8[], $14::bytea[]) d (id, ordinal, dataset)
            JOIN made USING (id)
        ), read AS (
            INSERT INTO session_generation (session, generation)
            SELECT m.key, h.generation FROM made m JOIN seen w USING (id) JOIN held h USING (name) ON CONFLICT DO NOTHING
        ), counted AS (
            INSERT INTO session_count AS c (node, live, ended) SELECT $1, count(*), 0 FROM made HAVING count(*) > 0
            ON CONFLICT (node) DO UPDATE SET live = c.live + excluded.live
        )
        SELECT id FROM made
        """)

    /// Appends entries to sessions whose heads are the revisions before.
    static let append = PostgresText(
        "append",
        """
        WITH want AS (
            SELECT * FROM unnest($3::text[], $4::int8[], $5::int8[], $6::bool[]) u (id, first, last, dependent)
        ), \(seen(11)), free AS (
            SELECT s.id FROM session s JOIN want w USING (id)
            WHERE s.head = w.first - 1 AND s.ended_at IS NULL
                AND (NOT w.dependent OR s.node = $1::int8 AND s.counter = $2::int8)
                AND s.id NOT IN (SELECT id FROM stale)
            ORDER BY s.id FOR UPDATE OF s SKIP LOCKED
        ), moved AS (
            UPDATE session s SET head = w.last, node = $1, counter = $2 FROM want w
            WHERE s.id = w.id AND s.head = w.first - 1 AND s.ended_at IS NULL AND s.id IN (SELECT id FROM free)
            RETURNING s.id, s.key
        ), logged AS (
            INSERT INTO session_log (session, revision, line, node, counter, seal)
            SELECT m.key, l.revision, l.line, $1, $2, l.seal
            FROM unnest($7::text[], $8::int8[], $9::bytea[], $10::int8[]) l (id, revision, line, seal)
            JOIN moved m USING (id)
        ), read AS (
            INSERT INTO session_generation (session, generation)
            SELECT m.key, h.generation FROM moved m JOIN seen w USING (id) JOIN held h USING (name)
            ON CONFLICT DO NOTHING
        )
        SELECT id FROM moved
        """)

    /// Removes the datasets of sessions that the group has moved.
    static let hide = PostgresText(
        "hide",
        """
        DELETE FROM session_dataset d USING session s
        WHERE s.id = ANY ($3::text[]) AND s.node = $1::int8 AND s.counter = $2::int8 AND s.ended_at IS NULL
            AND d.session = s.key
        """)

    /// Adds datasets to sessions that the group has moved.
    static let show = PostgresText(
        "show",
        """
        INSERT INTO session_dataset (session, ordinal, dataset)
        SELECT s.key, d.ordinal, d.dataset FROM unnest($3::text[], $4::int8[], $5::bytea[]) d (id, ordinal, dataset)
        JOIN session s USING (id) WHERE s.node = $1::int8 AND s.counter = $2::int8 AND s.ended_at IS NULL
        """)

    /// Keeps snapshots; one beyond the end of the log moves the head.
    ///
    /// A snapshot up to the head needs no lock. If the session ends meanwhile, the purge of its rows removes it.
    static let keep = PostgresText(
        "keep",
        """
        WITH want AS (
            SELECT * FROM unnest($3::text[], $4::int8[], $5::bytea[], $6::int8[], $7::bool[], $8::bool[])
                u (id, revision, state, seal, keeps, dependent)
        ), live AS (
            SELECT s.id, s.key, s.head FROM session s JOIN want w USING (id)
            WHERE s.ended_at IS NULL AND (NOT w.dependent OR s.node = $1::int8 AND s.counter = $2::int8)
        ), free AS (
            SELECT s.id FROM session s JOIN want w USING (id)
            WHERE s.head < w.revision AND s.id IN (SELECT id FROM live) AND s.ended_at IS NULL
            ORDER BY s.id FOR UPDATE OF s SKIP LOCKED
        ), moved AS (
            UPDATE session s SET head = w.revision, node = $1, counter = $2 FROM want w
            WHERE s.id = w.id AND s.head < w.revision AND s.ended_at IS NULL AND s.id IN (SELECT id FROM free)
            RETURNING s.id
        ), target AS (
            SELECT w.*, l.key, NOT w.keeps OR l.head < w.revision AS drops FROM want w JOIN live l USING (id)
            WHERE l.head >= w.revision OR w.id IN (SELECT id FROM moved)
        ), kept AS (
            INSERT INTO session_snapshot AS k (session, revision, dropped, state, seal)
            SELECT key, revision, CASE WHEN drops THEN revision ELSE 0 END, state, seal FROM target ORDER BY key
            ON CONFLICT (session) DO UPDATE SET revision = excluded.revision,
                dropped = greatest(k.dropped, excluded.dropped), state = excluded.state, seal = excluded.seal
                WHERE excluded.revision >= k.revision
        ), purged AS (
            INSERT INTO purge (session, up_to, noted_at) SELECT key, revision, now_ms() FROM target WHERE drops
            ON CONFLICT DO NOTHING
        )
        SELECT id FROM target
        """)

    /// Ends sessions; one that expires has to be overdue.
    static let end = PostgresText(
        "end",
        """
        WITH want AS (
            SELECT * FROM unnest($3::text[], $4::bool[], $5::bool[]) u (id, expires, dependent)
        ), free AS (
            SELECT s.id FROM session s JOIN want w USING (id)
            WHERE s.ended_at IS NULL AND (NOT w.dependent OR s.node = $1::int8 AND s.counter = $2::int8)
                AND (NOT w.expires
                    OR EXISTS (SELECT FROM session_use u WHERE u.session = s.key AND u.due_at <= now_ms()))
            ORDER BY s.id FOR UPDATE OF s SKIP LOCKED
        ), over AS (
            UPDATE session s SET ended_at = now_ms(), node = $1, counter = $2
            WHERE s.id IN (SELECT id FROM free) AND s.ended_at IS NULL RETURNING s.id, s.key
        ), started AS (
            DELETE FROM session_start t USING over o WHERE t.session = o.key
        ), shown AS (
            DELETE FROM session_dataset d USING over o WHERE d.session = o.key
        ), used AS (
            DELETE FROM session_use u USING over o WHERE u.session = o.key
        ), purged AS (
            INSERT INTO purge (session, up_to, noted_at) SELECT key, 9223372036854775807, now_ms() FROM over
            ON CONFLICT DO NOTHING
        ), counted AS (
            INSERT INTO session_count AS c (node, live, ended)
            SELECT $1, -count(*), count(*) FROM over HAVING count(*) > 0
            ON CONFLICT (node) DO UPDATE SET live = c.live + excluded.live, ended = c.ended + excluded.ended
        )
        SELECT id FROM over
        """)

    /// Removes old tombstones, and the oldest ones beyond a number; at most 10,000 of each.
    ///
    /// How many there are is known from `session_count`, so none is read that stays.
    static let clear = PostgresText(
        "clear",
        """
        WITH old AS (
            SELECT id FROM session WHERE ended_at IS NOT NULL AND ended_at < (SELECT now_ms()) - $3::int8
            ORDER BY ended_at LIMIT 10000
        ), more AS (
            SELECT id FROM session WHERE ended_at IS NOT NULL ORDER BY ended_at, id
            LIMIT (SELECT least(10000, greatest(0, sum(ended)::int8 - $4::int8)) FROM session_count)
        ), free AS (
            SELECT id FROM session WHERE id = ANY (ARRAY(SELECT id FROM old UNION SELECT id FROM more))
                AND ended_at IS NOT NULL ORDER BY id FOR UPDATE SKIP LOCKED
        ), gone AS (
            DELETE FROM session WHERE id = ANY (ARRAY(SELECT id FROM free)) AND ended_at IS NOT NULL RETURNING id
        ), counted AS (
            INSERT INTO session_count AS c (node, live, ended) SELECT $1::int8, 0, -count(*) FROM gone
            HAVING count(*) > 0 ON CONFLICT (node) DO UPDATE SET ended = c.ended + excluded.ended
        )
        SELECT count(*) FROM gone WHERE $2::int8 IS NOT NULL
        """)

    /// Shows that the database takes writes.
    static let trial = PostgresText(
        "trial",
        """
        INSERT INTO session_count AS c (node, live, ended) VALUES ($1::int8, 0, 0)
        ON CONFLICT (node) DO UPDATE SET live = c.live
        """)
}
