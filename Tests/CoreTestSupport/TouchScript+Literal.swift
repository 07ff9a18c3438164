package import Gestures

extension TouchScript: ExpressibleByStringLiteral {
    /// Reads a script, and stops the test if the script has an error.
    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// Reads a script, and stops the test if the script has an error.
    ///
    /// - Parameters:
    ///   - text: The script.
    ///   - start: The time of the step before it, in milliseconds; `nil` if the first step is at 0.
    package init(_ text: String, from start: Double? = nil) {
        do throws(TouchScriptError) {
            try self.init(parsing: text, after: start.flatMap { Timestamp(milliseconds: $0) })
        } catch {
            preconditionFailure("\(error) in '\(text)'")
        }
    }
}
