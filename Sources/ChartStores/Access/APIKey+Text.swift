import ChartJSON
import ChartSeries

extension APIKey {
    /// The hexadecimal digits of an id.
    static let idDigits = 12
    /// The hexadecimal digits of a secret.
    static let secretDigits = 40

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
