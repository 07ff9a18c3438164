/// The syntax of durations in settings and on the command line.
package enum DurationText {
    /// Reads a duration such as `90d`, `12h`, `10s` or `500ms`.
    ///
    /// - Parameters:
    ///   - text: The text; a number without a unit counts milliseconds.
    ///   - least: The shortest accepted duration.
    ///   - most: The longest one.
    /// - Returns: Milliseconds; nil for another text or a duration that is out of range.
    package static func milliseconds(_ text: String, from least: String, to most: String) -> Int? {
        SettingType.duration(least, to: most).parse(text)
    }
}
