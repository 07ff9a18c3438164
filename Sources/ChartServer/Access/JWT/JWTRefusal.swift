/// Why a JWT is refused.
package enum JWTRefusal: Error, Sendable, Hashable {
    /// It is larger than 8 KiB, has no three parts, or its header or its claims cannot be read.
    case malformed
    /// Its algorithm is not one of the four, or not one of its key.
    case algorithm
    /// No key of the set has its `kid`, or it has none and more than one key fits.
    case unknownKey
    /// Its key has not signed it.
    case signature
    /// A claim is missing, malformed or not for this server.
    case claim(String)
    /// Its `exp` is over.
    case expired
    /// Its `nbf` is to come.
    case notYetValid
    /// The server has no keys yet, because none could be fetched.
    case keysUnavailable
}
