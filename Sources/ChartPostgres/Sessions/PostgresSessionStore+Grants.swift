package import ChartStores

/// The statements about granted tokens; each may be repeated when its answer was lost.
private enum GrantStatements {
    /// Waits for other grants of a session, and finds the key of a live one.
    static let hold = PostgresText(
        "grant_hold", "SELECT session FROM session_start WHERE id = $1 FOR NO KEY UPDATE")

    /// Removes the tokens of a session that have expired.
    static let clear = PostgresText(
        "grant_clear", "DELETE FROM session_grant WHERE session = $1::int8 AND expires_at <= $2::int8")

    /// Inserts a token where there is room, and returns its id.
    static let insert = PostgresText(
        "grant_insert",
        """
        INSERT INTO session_grant (session, id, hash, rights, author, expires_at, seal)
        SELECT $1::int8, $2::text, $3::bytea, $4::text, $5::bytea, $6::int8, $7::int8
        WHERE EXISTS (SELECT FROM session_grant WHERE hash = $3)
            OR (SELECT count(*) FROM session_grant WHERE session = $1) < \(GrantedToken.mostOfSession)
        ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash RETURNING id
        """)

    static let select = PostgresText(
        "grants",
        """
        SELECT g.id, g.hash, g.rights, g.author, g.expires_at, g.session, g.seal
        FROM session_start t JOIN session_grant g ON g.session = t.session
        WHERE t.id = $1 AND (g.expires_at IS NULL OR g.expires_at > $2::int8) AND ($3::bytea IS NULL OR g.hash = $3)
        ORDER BY g.number
        """)

    static let delete = PostgresText(
        "grant_delete",
        """
        DELETE FROM session_grant g USING session_start t WHERE t.session = g.session AND t.id = $1 AND g.id = $2
        RETURNING g.id
        """)
}

extension PostgresSessionStore {
    /// Adds a token; see `SessionStore.grant(_:to:at:)`.
    package func grant(
        _ token: GrantedToken, to session: String, at date: Int64
    ) async throws(SessionStoreError) -> Bool {
        let found = try await read(GrantStatements.hold, PostgresParameters { $0.add(session) }, after: [session]) {
            $0.integer(0, 0)
        }
        guard let key = found else { throw .missing(session) }
        let statements = [
            PostgresStatement(GrantStatements.hold, PostgresParameters { $0.add(session) }),
            PostgresStatement(
                GrantStatements.clear,
                PostgresParameters { parameters in
                    parameters.add(key)
                    parameters.add(date)
                }),
            PostgresStatement(
                GrantStatements.insert,
                PostgresParameters { parameters in
                    parameters.add(key)
                    parameters.add(token.id)
                    parameters.add(token.hash)
                    parameters.add(token.rightsText)
                    parameters.add(token.author.map { Array($0.utf8) })
                    parameters.add(token.expiresAt)
                    parameters.add(token.seal(session: key))
                }),
        ]
        return try await run(statements) { $0[2].count == 1 }
    }

    /// Reads granted tokens; see `SessionStore.grantedTokens(of:hash:at:)`.
    package func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken] {
        try await read(
            GrantStatements.select,
            PostgresParameters { parameters in
                parameters.add(session)
                parameters.add(date)
                parameters.add(hash)
            }, after: [session]
        ) { result in
            (0..<result.count).compactMap { row in
                guard let id = result.text(row, 0), let hash = result.bytes(row, 1), let rights = result.text(row, 2),
                    let key = result.integer(row, 5), let seal = result.integer(row, 6)
                else { return nil }
                let author = result.bytes(row, 3).map { String(decoding: $0, as: UTF8.self) }
                return GrantedToken(
                    id: id, hash: hash, rights: rights, author: author, expiresAt: result.integer(row, 4),
                    session: key, seal: seal)
            }
        }
    }

    /// Removes a token; see `SessionStore.revokeToken(_:of:)`.
    package func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool {
        try await read(
            GrantStatements.delete,
            PostgresParameters { parameters in
                parameters.add(session)
                parameters.add(id)
            }, after: [session]
        ) { $0.count == 1 }
    }
}
