public import Gestures

/// A modifier that is driven by a gesture.
///
/// Its recognizer competes with those of the other modifiers; the modifier hears only of gestures that it has won. A
/// gesture modifier without a recognizer does not compile.
public protocol GestureModifier: ChartModifier {
    /// The recognizer's type.
    associatedtype Recognizer: GestureRecognizer

    /// Makes the recognizer; called when the modifier is attached, when its parameters change and when the chart turns.
    ///
    /// - Parameter chart: The chart, so that a one-axis gesture can follow a turned axis.
    /// - Returns: A recognizer that has seen nothing.
    func makeGestureRecognizer(on chart: Chart) -> Recognizer

    /// Further recognizers that work beside the main one; made along with it.
    func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer]

    /// Reacts to a gesture.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its new state: began, changed, ended or cancelled.
    ///   - args: The event's way so far; set ``ModifierEventArgs/isHandled`` to keep a gesture that the client recognized
    ///     from the modifiers behind this one.
    ///   - chart: The chart to change.
    mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart)

    /// Called for each gesture in progress when the chart or an axis has turned: the gesture goes on, and what it has measured
    /// so far counts as applied along the new axes of the screen.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its last state.
    ///   - chart: The chart as it is now.
    mutating func chartTurned(during gesture: Gesture, on chart: Chart)

    /// Whether the recognizers may follow a touch that has just begun; by default those in the plot area.
    func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool

    /// Whether a recognizer may begin; by default it may.
    func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool
}

/// A recognizer beside a modifier's main one.
public struct CompanionRecognizer: Sendable {
    /// The recognizer.
    public var recognizer: any GestureRecognizer
    /// Whether the main recognizer may begin only after this one was recognized in the same touch sequence, and then goes
    /// before every other recognizer of its kind.
    public var armsMainRecognizer: Bool

    /// Creates a companion.
    public init(_ recognizer: any GestureRecognizer, armsMainRecognizer: Bool = false) {
        self.recognizer = recognizer
        self.armsMainRecognizer = armsMainRecognizer
    }
}

extension GestureModifier {
    /// None.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] { [] }
    /// Does nothing: what a gesture adds from now on goes along the new axes.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {}
    /// Touches that began in the plot area.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool { chart.contains(touch.startLocation) }
    /// Always.
    public func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool { true }
}
