/// A long-lived credential of a program; the secret itself is stored nowhere.
///
/// Its text is `csk_<id>_<secret>`: 12 and 40 hexadecimal digits.
public struct APIKey: Sendable, Hashable {
    /// The public part of the text, which names the key in logs and commands.
    public let id: String
    /// What a person calls it.
    public let name: String
    /// The SHA-256 of the whole text.
    public let hash: [UInt8]
    /// What its holder may do.
    public let scopes: Set<Scope>
    /// The datasets that exist for its holder.
    public let datasets: DatasetPatterns
    /// When it was made, in milliseconds since 1970.
    public let createdAt: Int64
    /// From when on it is refused, in milliseconds since 1970; nil for never.
    public let expiresAt: Int64?
    /// When it was revoked, in milliseconds since 1970; nil while it is not.
    public var revokedAt: Int64?

    /// Takes a stored key.
    public init(
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
    public static let prefix = "csk_"

    /// The name of its principal: the text without the secret.
    public var subject: String { Self.prefix + id }

    /// The principal that its holder is.
    public var principal: Principal { Principal(subject: subject, scopes: scopes, datasets: datasets) }
}
