/// What has become of sessions since the process began, for metrics.
package struct SessionTurnover: Sendable, Hashable {
    /// How often a session has left the memory.
    package internal(set) var evictions = 0
    /// How often a session has come back from the store.
    package internal(set) var restores = 0
    /// The sessions that could not be restored, without those that have ended since.
    private var damagedSessions: Set<String> = []

    /// The number of sessions that are known to be damaged; a session counts once a caller has asked for it.
    package var damaged: Int { damagedSessions.count }

    /// The most damaged sessions that are told apart.
    private static let mostDamaged = 10_000

    mutating func noteDamage(of session: String) {
        if damagedSessions.count < Self.mostDamaged { damagedSessions.insert(session) }
    }
}
