/// A name that equals another only byte for byte, and sorts by its bytes.
///
/// Two texts with the same characters in other code points are equal as `String`, and are two names: Unicode lets é be
/// one code point or two.
public struct ExactName: Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text.
    public let text: String

    /// Takes a text as it is.
    public init(_ text: String) { self.text = text }

    /// Takes a text as it is.
    public init(stringLiteral text: String) { self.text = text }

    /// The text.
    public var description: String { text }

    /// Whether the bytes of the first are before those of the second.
    public static func < (one: Self, other: Self) -> Bool { one.text.utf8.lexicographicallyPrecedes(other.text.utf8) }

    /// Whether a text begins with the bytes of another.
    public static func begins(_ text: String, with prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }
}

extension ExactName: Hashable {
    /// Whether two names have the same bytes.
    public static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
