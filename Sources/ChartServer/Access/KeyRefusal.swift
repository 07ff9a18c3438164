/// Why an API key is refused.
package enum KeyRefusal: Error, Sendable, Hashable {
    /// The text is malformed, its id is unknown or its secret is wrong; the three cannot be told apart.
    case unknown
    /// The secret is right, and the key's time is over.
    case expired
    /// The secret is right, and the key was revoked.
    case revoked
    /// The secret is right, and the store has not told for too long whether the key was revoked.
    case unconfirmed
}
