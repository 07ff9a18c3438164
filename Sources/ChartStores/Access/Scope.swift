/// An operation that a principal needs a right for.
///
/// The order of the cases is the order of texts and tables.
package enum Scope: String, Sendable, Hashable, CaseIterable {
    /// Reads datasets and their windows.
    case readDatasets = "datasets:read"
    /// Writes and removes datasets.
    case writeDatasets = "datasets:write"
    /// Opens sessions.
    case createSessions = "sessions:create"
    /// Lists all sessions and ends any of them.
    case manageSessions = "sessions:manage"
    /// Replays logs.
    case runReplays = "replays:run"
    /// Reads the metrics.
    case readMetrics = "metrics:read"
}

extension Scope {
    /// Returns the names of scopes in the order of the cases, with blanks between.
    package static func text(of scopes: Set<Scope>) -> String {
        allCases.filter { scopes.contains($0) }.map(\.rawValue).joined(separator: " ")
    }

    /// Returns the scopes that a text names between blanks; it ignores unknown words.
    package static func known(in text: String) -> Set<Scope> {
        Set(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
    }
}
