import ChartStores

/// The statements about API keys; each but the insertion may be repeated when its answer was lost.
enum KeyStatements {
    private static let columns = "id, name, hash, scopes, datasets, created_at, expires_at, revoked_at"

    /// All keys, in the order of their making.
    static let all = PostgresText("keys", "SELECT \(columns) FROM api_key ORDER BY number")

    /// A number that every change raises, since keys are never removed.
    static let changes = PostgresText("key_changes", "SELECT count(*) + count(revoked_at) FROM api_key")

    /// Inserts a key, and returns its id; nothing where another key has it.
    static func insertion(of key: APIKey) -> PostgresStatement { insertion(of: key, where: "true") }

    /// Inserts a key into a table without keys, and returns its id; the statements of one transaction.
    ///
    /// The second statement sees what was committed until the first one has its lock.
    static func firstInsertion(of key: APIKey) -> [PostgresStatement] {
        [
            PostgresStatement(.once("SELECT pg_advisory_xact_lock(\(lock))")),
            insertion(of: key, where: "NOT EXISTS (SELECT FROM api_key)"),
        ]
    }

    /// The number of the lock for the first key.
    private static let lock: Int64 = 0x6368_6172_746b_6579

    private static func insertion(of key: APIKey, where condition: String) -> PostgresStatement {
        PostgresStatement(
            .once(
                """
                INSERT INTO api_key (\(columns))
                SELECT $1::text, $2::text, $3::bytea, $4::text, $5::text, $6::int8, $7::int8, $8::int8 WHERE \(condition)
                ON CONFLICT (id) DO NOTHING RETURNING id
                """)
        ) { parameters in
            parameters.add(key.id)
            parameters.add(key.name)
            parameters.add(key.hash)
            parameters.add(Scope.text(of: key.scopes))
            parameters.add(StoredTexts.text(of: key.datasets.patterns))
            parameters.add(key.createdAt)
            parameters.add(key.expiresAt)
            parameters.add(key.revokedAt)
        }
    }

    /// Revokes a key that is not revoked, and returns the key.
    static func revocation(of id: String, at time: Int64) -> PostgresStatement {
        PostgresStatement(
            .once("UPDATE api_key SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING \(columns)")
        ) { parameters in
            parameters.add(id)
            parameters.add(time)
        }
    }

    /// Reads a row; a scope that this version does not know gives no right.
    static func key(_ rows: PostgresResult, _ row: Int) throws(APIKeyStoreError) -> APIKey {
        guard let id = rows.text(row, 0), let name = rows.text(row, 1), let hash = rows.bytes(row, 2),
            let scopes = rows.text(row, 3), let datasets = rows.text(row, 4), let createdAt = rows.integer(row, 5)
        else { throw APIKeyStoreError("an API key of the database has a value that is missing: revoke it") }
        let patterns: [String]
        do throws(SessionStoreError) {
            patterns = try StoredTexts.names(in: datasets)
        } catch {
            throw APIKeyStoreError("the API key \(id) of the database has altered datasets: revoke it")
        }
        return APIKey(
            id: id, name: name, hash: hash, scopes: Scope.known(in: scopes), datasets: DatasetPatterns(patterns),
            createdAt: createdAt, expiresAt: rows.integer(row, 6), revokedAt: rows.integer(row, 7))
    }
}
