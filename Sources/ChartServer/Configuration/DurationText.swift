/// The syntax of durations in settings and on the command line.
package enum DurationText {
    /// Reads a duration such as `90d`, `12h`, `10s` or `500ms`.
    ///
    /// - Parameters:
    ///   - text: The text; a number without a unit counts milliseconds.
    ///   - range: The accepted durations, in milliseconds.
    /// - Returns: Milliseconds; nil for another text or a duration that is out of range.
    package static func milliseconds(_ text: String, in range: ClosedRange<Int>) -> Int? {
        SettingText.duration(in: range)(text)
    }
}
