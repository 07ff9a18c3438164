import ChartWire

/// The keys of a JWK set (RFC 7517), as its text says; no cryptography has looked at them.
package struct JSONWebKeySet: Sendable {
    /// The most bytes of a set.
    package static let mostBytes = 1_048_576
    /// The most keys of a set.
    static let mostKeys = 100

    /// The keys that the server may have a use for, in their order.
    let keys: [JSONWebKey]
    /// The number of other keys.
    let ignoredCount: Int

    /// Reads a set.
    ///
    /// It ignores what RFC 7517 says to ignore: keys of unknown types, for other uses, or out of the supported ranges.
    ///
    /// - Parameter bytes: The set as JSON.
    /// - Throws: `JWTKeySetError` for a text that is no set, or is too large.
    init(_ bytes: [UInt8]) throws(JWTKeySetError) {
        guard bytes.count <= Self.mostBytes else { throw JWTKeySetError("it has more than \(Self.mostBytes) bytes") }
        let document: JSONValue
        do {
            document = try JSONValue.parse(bytes)
        } catch {
            throw JWTKeySetError("it is not JSON: \(error.detail)")
        }
        guard case .object(let members) = document, case .array(let elements)? = members["keys"] else {
            throw JWTKeySetError("it is no JWK set: it has no array \"keys\"")
        }
        guard elements.count <= Self.mostKeys else { throw JWTKeySetError("it has more than \(Self.mostKeys) keys") }
        keys = elements.compactMap { JSONWebKey($0) }
        ignoredCount = elements.count - keys.count
    }
}

/// A text that is no set of keys.
package struct JWTKeySetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    package let description: String

    /// Takes the reason.
    init(_ description: String) {
        self.description = description
    }
}
