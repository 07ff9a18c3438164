/// Input events written as text: `1↓(300,200)+2↓(500,200) 1→(200,200)+2→(600,200) 1↑(200,200) 2↑(600,200)`.
///
/// A step is the touch's id, an arrow (`↓` down, `→` move, `↑` up, `✕` cancelled; on a keyboard `v > ^ x`) and a place
/// in points. Touches joined by `+` are one event. The first step is at 0 ms, and each further step 16 ms after the one
/// before. `@500` after a step sets its time in milliseconds, and `@500` alone is a tick. `+600` before a step puts it
/// 600 ms after the one before. The article on touch scripts has the whole notation.
public struct TouchScript: Sendable, Hashable, CustomStringConvertible {
    /// The milliseconds from one step to the next, where the script gives no time.
    public static let stepInterval = 16.0
    /// The largest number of equal steps that divide one move.
    public static let maximumDivisions = 10_000

    /// The events in order, none earlier than the one before.
    public let events: [InputEvent]

    /// Reads a script.
    ///
    /// - Parameters:
    ///   - text: The script, of any number of lines.
    ///   - previous: The time of the step before the script; `nil` if there was none, and the script starts at 0.
    /// - Throws: ``TouchScriptError`` at the first wrong character, or at a number out of its bounds.
    public init(parsing text: String, after previous: Timestamp? = nil) throws(TouchScriptError) {
        var reader = TouchScriptReader(text, after: previous)
        events = try reader.readEvents()
    }

    /// The script in its shortest notation, on one line; it reads back as the same events.
    public var description: String {
        var writer = TouchScriptWriter()
        for event in events { writer.write(event) }
        return writer.text
    }
}
