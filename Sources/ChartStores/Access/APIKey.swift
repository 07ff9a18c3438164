import ChartSeries

/// A long-lived credential of a program; the secret itself is stored nowhere.
///
/// Its text is `csk_<id>_<secret>`: 12 and 40 hexadecimal digits.
package struct APIKey: Sendable, Hashable {
    /// The public part of the text, which names the key in logs and commands.
    package let id: String
    /// What a person calls it.
    package let name: String
    /// The SHA-256 of the whole text.
    package let hash: [UInt8]
    /// What its holder may do.
    package let scopes: Set<Scope>
    /// The datasets that exist for its holder.
    package let datasets: DatasetPatterns
    /// When it was made, in milliseconds since 1970.
    package let createdAt: Int64
    /// From when on it is refused, in milliseconds since 1970; nil for never.
    package let expiresAt: Int64?
    /// When it was revoked, in milliseconds since 1970; nil while it is not.
    package var revokedAt: Int64?

    /// Takes a stored key.
    package init(
        id: String, name: String, hash: [UInt8], scopes: Set<Scope>, datasets: DatasetPatterns, createdAt: Int64,
        expiresAt: Int64?, revokedAt: Int64? = nil
    ) {
        self.id = id
        self.name = name
        self.hash = hash
        self.scopes = scopes
        self.datasets = datasets
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }

    /// What the text of every key begins with.
    package static let prefix = "csk_"

    /// The name of its principal: the text without the secret.
    package var subject: String { Self.prefix + id }

    /// The principal that its holder is.
    package var principal: Principal { Principal(subject: ExactName(subject), scopes: scopes, datasets: datasets) }
}
