/// Input events written as text: `1↓(300,200)+2↓(500,200) 1→(200,200)+2→(600,200) 1↑(200,200) 2↑(600,200)`.
///
/// A step is the touch's id, what it does (`↓` down, `→` move, `↑` up, `✕` cancelled; on a keyboard `v > ^ x`) and where, in
/// points. Touches joined by `+` are one event. A step comes 16 ms after the one before, the first at 0; `@500` after a step
/// names its millisecond, `@500` alone lets time pass, and `+600` before a step puts it 600 ms after the one before.
/// The article <doc:TouchScripts> has the whole notation.
public struct TouchScript: Sendable, Hashable, CustomStringConvertible {
    /// The milliseconds from one step to the next where the script names none.
    public static let stepInterval = 16.0
    /// The most equal steps that one move is divided into.
    public static let maximumDivisions = 10_000

    /// The events in order, none earlier than the one before.
    public let events: [InputEvent]

    /// Reads a script.
    ///
    /// - Parameters:
    ///   - text: The script, of any number of lines.
    ///   - previous: When the step before the script was; `nil` when there was none and the script starts at 0.
    /// - Throws: ``TouchScriptError`` at the first character that does not fit, or at a number out of its bounds.
    public init(parsing text: String, after previous: Timestamp? = nil) throws(TouchScriptError) {
        var reader = TouchScriptReader(text, after: previous)
        events = try reader.readEvents()
    }

    /// The script in its shortest notation on one line, read back as the same events.
    public var description: String {
        var writer = TouchScriptWriter()
        for event in events { writer.write(event) }
        return writer.text
    }
}
