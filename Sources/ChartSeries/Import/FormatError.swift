/// Why a pattern of dates or numbers cannot be used.
public struct FormatError: Error, Sendable, Hashable {
    /// What the pattern lacks or has too much, as a sentence without its point.
    public let reason: String
}
