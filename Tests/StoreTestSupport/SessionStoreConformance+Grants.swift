package import ChartStores

extension GrantedToken {
    /// A token whose hash follows from its name.
    package static func sample(
        _ id: String, _ rights: Set<TokenRight> = [.look], author: String? = nil, expiresAt: Int64? = nil
    ) -> GrantedToken {
        GrantedToken(
            id: id, hash: TextHash(of: id).bytes, rights: rights, author: author, expiresAt: expiresAt)
    }
}

extension SessionStoreConformance.Subject {
    func checkGrants() async throws {
        let all: [GrantedToken] = [
            .sample("z", [.annotate, .drive, .look], author: "Mia, \"é\"\u{1F600}"), .sample("a", expiresAt: 1_000),
            .sample("m", [.annotate], author: "m", expiresAt: .max),
        ]
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        for token in all { try expect(try await store.grant(token, to: "a", at: 0), true, "room for \(token.id)") }
        try await nowAndReopened { store in
            for (date, count) in [(Int64(0), 3), (999, 3), (1_000, 2), (.max - 1, 2)] {
                let left = all.filter { $0.counts(at: date) }
                try expect(left.count, count, "tokens that count at \(date)")
                try expect(
                    try await store.grantedTokens(of: "a", hash: nil, at: date), left, "the tokens at \(date)")
                for token in all {
                    let found = try await store.grantedTokens(of: "a", hash: token.hash, at: date)
                    try expect(found, left.filter { $0 == token }, "token \(token.id) at \(date)")
                    try expect(
                        try await store.hasToken(token.hash, at: date), !found.isEmpty, "\(token.id) at \(date)")
                }
            }
            for other in ["b", "c", ""] {
                try expect(try await store.grantedTokens(of: other, hash: nil, at: 0), [], "tokens of '\(other)'")
            }
            try expect(
                try await store.grantedTokens(of: "b", hash: all[0].hash, at: 0), [], "a token of another session")
        }
        try await checkRevocations(of: all)
        try await checkRoomForGrants()
    }

    private func checkRevocations(of all: [GrantedToken]) async throws {
        let store = try await reopen()
        try expect(try await store.revokeToken("z", of: "b"), false, "a token of another session is removed")
        try expect(try await store.revokeToken("y", of: "a"), false, "a token that is not there is removed")
        try expect(try await store.revokeToken("z", of: "a"), true, "a token is removed")
        try expect(try await store.revokeToken("z", of: "a"), false, "a token is removed twice")
        try await nowAndReopened(store) { store in
            try expect(try await store.grantedTokens(of: "a", hash: nil, at: 0).map(\.id), ["a", "m"], "the rest")
            try expect(try await store.hasToken(all[0].hash, at: 0), false, "a removed token is known")
        }
    }

    private func checkRoomForGrants() async throws {
        let store = try await reopen()
        // One of the two tokens expires, and makes room.
        for number in 2..<GrantedToken.mostOfSession {
            try expect(try await store.grant(.sample("t\(number)"), to: "a", at: 999), true, "token \(number)")
        }
        try expect(try await store.grant(.sample("more"), to: "a", at: 999), false, "one more token")
        try expect(try await store.hasToken(TextHash(of: "more").bytes, at: 999), false, "the one more is known")
        try expect(try await store.grant(.sample("more"), to: "a", at: 1_000), true, "one after another has expired")
        try expect(try await store.grant(.sample("most"), to: "a", at: 1_000), false, "one more than that")
        try expect(try await store.grant(.sample("other"), to: "b", at: 1_000), true, "one of another session")
        try await store.commit(.end(session: "a"))
        try await nowAndReopened(store) { store in
            try expect(try await store.grantedTokens(of: "a", hash: nil, at: 0), [], "tokens of an ended session")
            try expect(try await store.hasToken(TextHash(of: "m").bytes, at: 0), false, "one of an ended session")
            try expect(try await store.grantedTokens(of: "b", hash: nil, at: 0).map(\.id), ["other"], "of the other")
            for id in ["a", "c"] {
                do throws(SessionStoreError) {
                    _ = try await store.grant(.sample("x"), to: id, at: 0)
                    throw SessionStoreError.closed
                } catch {
                    try expect(error, .missing(id), "a token of the session '\(id)'")
                }
            }
        }
    }
}
