public import Gestures

extension TouchScript: ExpressibleByStringLiteral {
    /// Reads a script; one that cannot be read stops the test.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Reads a script; one that cannot be read stops the test.
    ///
    /// - Parameters:
    ///   - text: The script.
    ///   - start: When the step before it was, in milliseconds; without one the first step is at 0.
    public init(_ text: String, from start: Double? = nil) {
        do throws(TouchScriptError) {
            try self.init(parsing: text, after: start.flatMap { Timestamp(milliseconds: $0) })
        } catch {
            preconditionFailure("\(error) in '\(text)'")
        }
    }
}
