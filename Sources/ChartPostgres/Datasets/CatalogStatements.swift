import ChartStores

/// The statements of the shared catalog of datasets.
///
/// The row of a dataset is the only arbiter: a change moves its version on condition that it still is the expected one.
/// A session that begins to show a dataset locks the row for share, so a replacement and such a session never overlap.
enum CatalogStatements {
    private static let columns = "name, version, first_version, generation, summary, owner, live"

    static let all = PostgresText("datasets", "SELECT \(columns) FROM dataset WHERE live ORDER BY name")
    static let versions = PostgresText("dataset_versions", "SELECT name, version FROM dataset")
    static let one = PostgresText("dataset", "SELECT \(columns) FROM dataset WHERE name = $1")

    static let replaced = PostgresText(
        "dataset_replaced",
        """
        SELECT name, version, first_version, generation, summary, owner, false FROM dataset_replaced
        WHERE name = $1 AND version >= $2::int8 AND first_version <= $2 ORDER BY version LIMIT 1
        """)

    static let segments = PostgresText(
        "dataset_segments",
        """
        SELECT first_row, rows, sha256, bytes FROM dataset_segment
        WHERE generation = $1 AND first_row >= coalesce(
            (SELECT max(first_row) FROM dataset_segment WHERE generation = $1 AND first_row <= $2::int8), 0)
        ORDER BY first_row
        """)

    static let note = PostgresText(
        "segment_note",
        """
        INSERT INTO segment AS s (sha256, bytes, noted_at)
        SELECT sha256, bytes, now_ms() FROM unnest($1::bytea[], $2::int8[]) u (sha256, bytes) ORDER BY sha256
        ON CONFLICT (sha256) DO UPDATE SET noted_at = excluded.noted_at
        """)

    /// Keeps the segments of a change from being removed until the change is committed.
    static let touch = PostgresText(
        "segment_touch",
        """
        UPDATE segment s SET noted_at = now_ms() FROM (
            SELECT sha256 FROM segment WHERE sha256 = ANY ($1::bytea[]) ORDER BY sha256 FOR UPDATE
        ) o WHERE s.sha256 = o.sha256
        """)
    static let noted = PostgresText("segment_noted", "SELECT sha256 FROM segment WHERE sha256 = ANY ($1::bytea[])")

    /// Locks the row of a name against sessions that begin to show it; it waits for those that do so now.
    static let lock = PostgresText("dataset_lock", "SELECT version FROM dataset WHERE name = $1 FOR UPDATE")

    /// Whether a live session shows a dataset; it runs after ``lock``, so it sees all sessions that were faster.
    ///
    /// The start of a session is there until it ends. The sub-select looks it up session by session and ends with the
    /// first one, where a join may read all.
    private static let shown = """
        EXISTS (SELECT FROM session_dataset d WHERE d.dataset = convert_to($1, 'UTF8')
            AND (SELECT true FROM session_start t WHERE t.session = d.session))
        """

    static let currentVersion = PostgresText("dataset_version", "SELECT version FROM dataset WHERE name = $1")
    static let inUse = PostgresText("dataset_in_use", "SELECT \(shown) FROM (SELECT $1::text) n")

    /// Whether all segments of a change are registered still.
    private static let whole = """
        NOT EXISTS (SELECT FROM unnest($8::bytea[]) w (sha256)
            WHERE NOT EXISTS (SELECT FROM segment s WHERE s.sha256 = w.sha256))
        """

    /// Replaces a dataset, or creates one where the expected version is 0.
    static let replace = PostgresText(
        "dataset_put",
        """
        WITH old AS (
            SELECT * FROM dataset WHERE name = $1 AND version = $2::int8
        ), kept AS (
            INSERT INTO dataset_replaced (generation, name, version, first_version, summary, owner, replaced_at)
            SELECT generation, name, version, first_version, summary, owner, now_ms() FROM old
            WHERE live AND NOT \(shown) AND \(whole)
        ), moved AS (
            UPDATE dataset d SET version = $2 + 1, first_version = $2 + 1, generation = $3, summary = $4, owner = $5,
                live = true, small = 0
            WHERE d.name = $1 AND d.version = $2 AND NOT (d.live AND \(shown)) AND \(whole) RETURNING d.name
        ), made AS (
            INSERT INTO dataset (name, version, first_version, generation, summary, owner, live)
            SELECT $1, 1, 1, $3, $4, $5::bytea, true WHERE $2 = 0 AND \(whole)
            ON CONFLICT DO NOTHING RETURNING name
        ), done AS (
            SELECT name FROM moved UNION ALL SELECT name FROM made
        ), named AS (
            INSERT INTO dataset_segment (generation, first_row, rows, sha256, bytes)
            SELECT $3, w.first_row, w.rows, w.sha256, w.bytes
            FROM done, unnest($6::int8[], $7::int8[], $8::bytea[], $9::int8[]) w (first_row, rows, sha256, bytes)
        ), noted AS (
            INSERT INTO dataset_change (name, version, node, counter, made_at)
            SELECT name, $2 + 1, $10::int8, $11::int8, now_ms() FROM done
        )
        SELECT name FROM done
        """)

    /// Changes rows that are there, also under live sessions; the rows before stay for the logs of these.
    static let edit = PostgresText(
        "dataset_edit",
        """
        WITH old AS (
            SELECT * FROM dataset WHERE name = $1 AND version = $2::int8 AND live
        ), kept AS (
            INSERT INTO dataset_replaced (generation, name, version, first_version, summary, owner, replaced_at)
            SELECT generation, name, version, first_version, summary, owner, now_ms() FROM old WHERE \(whole)
        ), done AS (
            UPDATE dataset d SET version = $2 + 1, generation = $3, summary = $4, small = (
                SELECT count(*) FROM unnest($9::int8[]) w (bytes) WHERE w.bytes < \(DatasetSegment.smallBytes))
            WHERE d.name = $1 AND d.version = $2 AND d.live AND \(whole) RETURNING d.name
        ), named AS (
            INSERT INTO dataset_segment (generation, first_row, rows, sha256, bytes)
            SELECT $3, w.first_row, w.rows, w.sha256, w.bytes
            FROM done, unnest($6::int8[], $7::int8[], $8::bytea[], $9::int8[]) w (first_row, rows, sha256, bytes)
        ), noted AS (
            INSERT INTO dataset_change (name, version, node, counter, made_at)
            SELECT name, $2 + 1, $10::int8, $11::int8, now_ms() FROM done
        )
        SELECT name FROM done WHERE $5::bytea IS NULL OR true
        """)

    /// Appends rows, or none with other rules.
    static let append = PostgresText(
        "dataset_append",
        """
        WITH done AS (
            UPDATE dataset d SET version = $2::int8 + 1, summary = $4, small = d.small + (
                SELECT count(*) FROM unnest($9::int8[]) w (bytes) WHERE w.bytes < \(DatasetSegment.smallBytes))
            WHERE d.name = $1 AND d.version = $2 AND d.live AND d.generation = $3 AND \(whole) RETURNING d.name
        ), named AS (
            INSERT INTO dataset_segment (generation, first_row, rows, sha256, bytes)
            SELECT $3, w.first_row, w.rows, w.sha256, w.bytes
            FROM done, unnest($6::int8[], $7::int8[], $8::bytea[], $9::int8[]) w (first_row, rows, sha256, bytes)
        ), noted AS (
            INSERT INTO dataset_change (name, version, node, counter, made_at)
            SELECT name, $2 + 1, $10::int8, $11::int8, now_ms() FROM done
        )
        SELECT name FROM done WHERE $5::bytea IS NULL OR true
        """)

    static let remove = PostgresText(
        "dataset_remove",
        """
        WITH old AS (
            SELECT * FROM dataset WHERE name = $1 AND version = $2::int8 AND live AND NOT \(shown)
        ), kept AS (
            INSERT INTO dataset_replaced (generation, name, version, first_version, summary, owner, replaced_at)
            SELECT generation, name, version, first_version, summary, owner, now_ms() FROM old
        ), done AS (
            UPDATE dataset d SET version = $2 + 1, live = false
            WHERE d.name = $1 AND d.version = $2 AND d.live AND NOT \(shown) RETURNING d.name
        ), noted AS (
            INSERT INTO dataset_change (name, version, node, counter, made_at)
            SELECT name, $2 + 1, $3::int8, $4::int8, now_ms() FROM done
        )
        SELECT name FROM done
        """)

    /// Whether a change of this node is committed.
    static let mine = PostgresText(
        "dataset_mine",
        """
        SELECT EXISTS (SELECT FROM dataset_change
            WHERE name = $1 AND version = $2::int8 AND node = $3::int8 AND counter = $4::int8)
        """)

    /// Keeps the events of a dataset, if this node has just made the version that they are of.
    static let putEvents = PostgresText(
        "dataset_events_put",
        """
        INSERT INTO dataset_event (name, events)
        SELECT $1::text, $5::bytea WHERE EXISTS (SELECT FROM dataset_change
            WHERE name = $1 AND version = $2::int8 AND node = $3::int8 AND counter = $4::int8)
        ON CONFLICT (name) DO UPDATE SET events = excluded.events
        """)

    /// Removes the events of a dataset that is gone.
    static let dropEvents = PostgresText(
        "dataset_events_drop",
        "DELETE FROM dataset_event WHERE name = $1 AND NOT EXISTS (SELECT FROM dataset d WHERE d.name = $1 AND d.live)")

    static let events = PostgresText("dataset_events", "SELECT events FROM dataset_event WHERE name = $1")

    static let put = PostgresText(
        "segment_put",
        """
        INSERT INTO segment_chunk (sha256, ordinal, data)
        SELECT $1::bytea, $2::int8, $3::bytea ON CONFLICT DO NOTHING
        """)
    static let chunk = PostgresText(
        "segment_chunk", "SELECT data FROM segment_chunk WHERE sha256 = $1::bytea AND ordinal = $2::int8")

    /// Takes datasets to which so many small segments were appended since they were taken last.
    ///
    /// The lock is one that a session which begins to show a dataset does not see.
    static let scattered = PostgresText(
        "dataset_scattered",
        """
        UPDATE dataset SET small = 0 WHERE name = ANY (ARRAY(
            SELECT name FROM dataset WHERE small >= $1::int8 ORDER BY small DESC LIMIT 8
            FOR NO KEY UPDATE SKIP LOCKED
        )) RETURNING \(columns)
        """)

    /// Replaces neighbouring segments by one with the same rows.
    static let merge = PostgresText(
        "dataset_merge",
        """
        WITH old AS (
            SELECT generation, first_row FROM dataset_segment
            WHERE generation = $1 AND first_row >= $2::int8 AND first_row < $2 + $3::int8
            ORDER BY first_row FOR UPDATE SKIP LOCKED
        ), whole AS (
            SELECT 1 WHERE (SELECT count(*) FROM old) = $6::int8
                AND EXISTS (SELECT FROM segment s WHERE s.sha256 = $4::bytea)
        ), gone AS (
            DELETE FROM dataset_segment d USING old o
            WHERE d.generation = o.generation AND d.first_row = o.first_row AND o.first_row > $2
                AND EXISTS (SELECT FROM whole)
        )
        UPDATE dataset_segment d SET rows = $3, sha256 = $4, bytes = $5::int8
        WHERE d.generation = $1 AND d.first_row = $2 AND EXISTS (SELECT FROM whole)
        """)

    /// Removes rows that retention has dropped; the last ones of a dataset stay a while for the logs of sessions.
    static let forgetDropped = PostgresText(
        "dataset_forget_dropped",
        """
        WITH old AS (
            DELETE FROM dataset_replaced
            WHERE name = $1 AND version < $2::int8 AND replaced_at < (SELECT now_ms()) - $3::int8 RETURNING generation
        ), seen AS (
            DELETE FROM session_generation WHERE generation = ANY (ARRAY(SELECT generation FROM old))
        )
        DELETE FROM dataset_segment WHERE generation = ANY (ARRAY(SELECT generation FROM old))
        """)

    /// Removes rows of replaced datasets that no live session has shown or may have shown before an edit, after a while.
    ///
    /// Those that a session has shown are looked at again after the same while, so that they do not hold up the others.
    static let forgetReplaced = PostgresText(
        "dataset_forget",
        """
        WITH due AS (
            SELECT generation, name FROM dataset_replaced WHERE replaced_at < (SELECT now_ms()) - $1::int8
            ORDER BY replaced_at LIMIT 64 FOR UPDATE SKIP LOCKED
        ), held AS (
            SELECT d.generation FROM due d WHERE (
                SELECT true FROM session_generation g
                WHERE g.generation = d.generation AND (SELECT true FROM session_start t WHERE t.session = g.session)
                LIMIT 1)
            OR (
                SELECT true FROM session_dataset s
                WHERE s.dataset = convert_to(d.name, 'UTF8')
                    AND (SELECT true FROM session_start t WHERE t.session = s.session)
                LIMIT 1)
        ), old AS (
            SELECT generation FROM due EXCEPT SELECT generation FROM held LIMIT 16
        ), kept AS (
            UPDATE dataset_replaced SET replaced_at = now_ms()
            WHERE generation = ANY (ARRAY(SELECT generation FROM held))
        ), named AS (
            DELETE FROM dataset_segment WHERE generation = ANY (ARRAY(SELECT generation FROM old))
        ), seen AS (
            DELETE FROM session_generation WHERE generation = ANY (ARRAY(SELECT generation FROM old))
        )
        DELETE FROM dataset_replaced WHERE generation = ANY (ARRAY(SELECT generation FROM old))
        """)

    /// Removes the notes of changes that were made so long ago that no node still asks whether they were made.
    static let forgetNotes = PostgresText(
        "dataset_forget_notes",
        """
        DELETE FROM dataset_change WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM dataset_change WHERE made_at < (SELECT now_ms()) - $1::int8 ORDER BY made_at LIMIT 10000
            FOR UPDATE SKIP LOCKED
        ))
        """)

    /// Removes segments that no dataset names and that were not noted for a while, with their chunks.
    ///
    /// A node that notes such a segment again waits for the lock, and then stores the chunks anew. A segment that is
    /// named counts as noted, so that it does not hold up the others.
    static let takeUnnamed = PostgresText(
        "segment_unnamed",
        """
        WITH due AS (
            SELECT sha256 FROM segment WHERE noted_at < (SELECT now_ms()) - $1::int8 ORDER BY noted_at LIMIT 256
            FOR UPDATE SKIP LOCKED
        ), old AS (
            SELECT s.sha256 FROM due s
            WHERE (SELECT true FROM dataset_segment d WHERE d.sha256 = s.sha256 LIMIT 1) IS NULL
        ), kept AS (
            UPDATE segment SET noted_at = now_ms()
            WHERE sha256 = ANY (ARRAY(SELECT sha256 FROM due EXCEPT SELECT sha256 FROM old))
        ), gone AS (
            DELETE FROM segment WHERE sha256 = ANY (ARRAY(SELECT sha256 FROM old)) RETURNING sha256
        ), chunks AS (
            DELETE FROM segment_chunk WHERE sha256 = ANY (ARRAY(SELECT sha256 FROM old))
        )
        SELECT sha256 FROM gone
        """)
}
