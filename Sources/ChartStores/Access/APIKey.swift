import ChartJSON
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

extension APIKey {
    /// What a key is worth at a time.
    package enum State: String, Sendable, Hashable {
        /// Its holder may use it.
        case active
        /// Its time is over.
        case expired
        /// It was taken back.
        case revoked
    }

    /// What the key is worth at a time; a revoked key is not called expired.
    ///
    /// - Parameter time: Milliseconds since 1970.
    /// - Returns: The state.
    package func state(at time: Int64) -> State {
        if revokedAt != nil { return .revoked }
        guard let expiresAt else { return .active }
        return time < expiresAt ? .active : .expired
    }
}

extension APIKey {
    /// The hexadecimal digits of an id.
    private static let idDigits = 12
    /// The hexadecimal digits of a secret.
    private static let secretDigits = 40

    /// Makes a key with a random id and secret.
    ///
    /// - Parameters:
    ///   - name: What a person calls it.
    ///   - scopes: What its holder may do.
    ///   - datasets: The datasets that exist for its holder.
    ///   - createdAt: The present, in milliseconds since 1970.
    ///   - expiresAt: From when on it is refused, in milliseconds since 1970; nil for never.
    /// - Returns: The key, and its text, which is stored nowhere.
    package static func make(
        name: String, scopes: Set<Scope>, datasets: DatasetPatterns, createdAt: Int64, expiresAt: Int64?
    ) -> (key: APIKey, text: String) {
        let id = AccessToken.randomDigits(bytes: idDigits / 2)
        let text = "\(prefix)\(id)_\(AccessToken.randomDigits(bytes: secretDigits / 2))"
        let key = APIKey(
            id: id, name: name, hash: TextHash(of: text).bytes, scopes: scopes, datasets: datasets,
            createdAt: createdAt, expiresAt: expiresAt)
        return (key, text)
    }

    /// Returns the id in the text of a key; nil for a text of another form.
    package static func id(inText text: String) -> String? {
        let bytes = text.utf8
        guard bytes.count == prefix.utf8.count + idDigits + 1 + secretDigits, ExactName.begins(text, with: prefix)
        else { return nil }
        let rest = bytes.dropFirst(prefix.utf8.count)
        let (id, secret) = (rest.prefix(idDigits), rest.dropFirst(idDigits))
        guard isDigits(id), secret.first == UInt8(ascii: "_"), isDigits(secret.dropFirst()) else { return nil }
        return String(Substring(id))
    }

    /// Whether a text has the form of an id.
    package static func isID(_ text: String) -> Bool {
        text.utf8.count == idDigits && isDigits(text.utf8[...])
    }

    private static func isDigits(_ bytes: Substring.UTF8View) -> Bool {
        bytes.allSatisfy(Hexadecimal.isLowerCase)
    }
}
