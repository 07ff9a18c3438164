/// The tokens of all sessions that have not ended.
///
/// It keeps the first 128 bits of each hash, enough to identify a token.
struct TokenIndex: Sendable {
    /// The two tokens of a session.
    struct Pair: Sendable {
        fileprivate let halves: [2 of UInt128]

        /// Takes the tokens of a session.
        init(_ tokens: AccessTokens) {
            halves = [tokens.driver?.firstHalf ?? 0, tokens.viewer?.firstHalf ?? 0]
        }
    }

    private var halves: Set<UInt128> = []

    /// Whether a token belongs to a session that has not ended; a malformed hash matches no token.
    func contains(_ token: String) -> Bool { halves.contains(AccessTokens.hash(token).firstHalf) }

    /// Adds the tokens of a session.
    mutating func add(_ pair: Pair) {
        for index in pair.halves.indices where pair.halves[index] != 0 { halves.insert(pair.halves[index]) }
    }

    /// Removes the tokens of an ended session.
    mutating func remove(_ pair: Pair) {
        for index in pair.halves.indices { halves.remove(pair.halves[index]) }
    }
}
