/// The place at which a touch script cannot be read, and what the reader expected there.
public struct TouchScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The character of the line, from 1.
    public let column: Int
    /// What the reader expected there, such as "a number".
    public let expected: String

    /// Creates an error.
    public init(line: Int, column: Int, expected: String) {
        self.line = line
        self.column = column
        self.expected = expected
    }

    /// The place and the expectation as one sentence in lower case.
    public var description: String { "line \(line), column \(column): expected \(expected)" }
}
