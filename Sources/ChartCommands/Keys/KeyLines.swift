import ChartStores
import Foundation

/// The lines in which the command line tells of API keys; none has a hash or a secret.
enum KeyLines {
    /// The row of a key in `keys list`: id, name, scopes, datasets, created, expires and state, with tabs between.
    static func row(of key: APIKey, now: Int64) -> String {
        [
            key.id, key.name, Scope.text(of: key.scopes), text(of: key.datasets), date(key.createdAt),
            key.expiresAt.map { date($0) } ?? "never", key.state(at: now).rawValue,
        ].joined(separator: "\t")
    }

    /// What a new key may do, as sentences.
    static func rights(of key: APIKey) -> String {
        let datasets = key.datasets == .all ? "all datasets" : "the datasets \(text(of: key.datasets))"
        let end = key.expiresAt.map { "until \(date($0))" } ?? "until it is revoked"
        return """
            The key \(key.id) (\(key.name)) gives \(Scope.text(of: key.scopes)) on \(datasets), \(end).
            Its text is printed once and stored nowhere: keep it now.
            """
    }

    /// A time in UTC, such as `2026-11-24T12:00:00Z`.
    static func date(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }

    private static func text(of datasets: DatasetPatterns) -> String { datasets.patterns.joined(separator: " ") }
}
