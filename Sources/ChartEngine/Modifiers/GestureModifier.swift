public import Gestures

/// A modifier that handles gestures.
///
/// Its recognizers compete with those of the other modifiers. The modifier receives only the gestures that its
/// recognizers win. A gesture modifier without a recognizer does not compile.
public protocol GestureModifier: ChartModifier {
    /// The recognizer's type.
    associatedtype Recognizer: GestureRecognizer

    /// Makes the main recognizer when the modifier is attached, when its parameters change and when the chart turns.
    ///
    /// - Parameter chart: The chart, so that a one-axis gesture can follow a turned axis.
    /// - Returns: A recognizer that has seen no event.
    func makeGestureRecognizer(on chart: Chart) -> Recognizer

    /// Makes the companions, which work beside the main recognizer; called along with it.
    func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer]

    /// Handles a gesture.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its new state: began, changed, ended or cancelled.
    ///   - args: The event; set ``ModifierEventArgs/isHandled`` to keep a gesture that the client recognized from the
    ///     later modifiers.
    ///   - chart: The chart to change.
    mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart)

    /// Adapts the state to a chart or an axis that has turned; called for each gesture in progress.
    ///
    /// The gesture goes on. What it has measured so far counts as applied along the new axes of the screen.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its last state.
    ///   - chart: The chart after the turn.
    mutating func chartTurned(during gesture: Gesture, on chart: Chart)

    /// Takes what a gesture has measured so far as applied; by default does nothing.
    ///
    /// The surface calls it for each gesture in progress when the plot area is resized, and again before the next event
    /// of a gesture that the client recognizes. That event says where the fingers are now, and moves nothing.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its last or its new state.
    ///   - chart: The resized chart.
    mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart)

    /// The axes that a gesture in progress moves, or will move when it ends.
    ///
    /// An undo that moves one of them cancels the gesture. By default they are all axes of the surface and the watched
    /// ones.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its last state.
    ///   - chart: The chart.
    /// - Returns: The axes.
    func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference]

    /// The annotation that a gesture in progress moves or makes; `nil` by default.
    ///
    /// An undo that changes it cancels the gesture.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its last state.
    ///   - chart: The chart.
    /// - Returns: The id of the annotation.
    func movedAnnotation(by gesture: Gesture, on chart: Chart) -> String?

    /// How the content follows the fingers in a gesture, so that a client can move what it has drawn before the answer.
    ///
    /// Constraints do not count: the answer puts right what they hold back. By default it follows them nowhere.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its last state.
    ///   - role: The role of its recognizer: 0 for the main one, then the companions.
    ///   - chart: The chart.
    /// - Returns: The movement along each axis; empty where the effect is no such movement.
    func movements(by gesture: Gesture, role: Int, on chart: Chart) -> [AxisMovement]

    /// Whether the recognizers may follow a touch that has just begun; by default one in the plot area.
    func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool

    /// Whether the gestures of a kind that begin at a location are this modifier's alone; false by default.
    ///
    /// The recognizers of other modifiers for that kind do not follow such a touch, whatever the order, and a touch whose
    /// taps are claimed counts as no tap for a later one.
    ///
    /// - Parameters:
    ///   - location: The location at which the gesture begins.
    ///   - kind: The kind of the gesture.
    ///   - chart: The chart.
    /// - Returns: Whether the modifier claims them.
    func claims(_ location: Point, for kind: GestureKind, on chart: Chart) -> Bool

    /// Whether the type's claims go before those of other types, whatever the order; false by default.
    static var claimsBeforeOthers: Bool { get }

    /// Whether a recognizer may begin; true by default.
    func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool
}

/// A recognizer beside a modifier's main one.
public struct CompanionRecognizer: Sendable {
    /// The recognizer.
    public var recognizer: any GestureRecognizer
    /// Whether the main recognizer may begin only after this one was recognized in the same touch sequence.
    ///
    /// An armed main recognizer goes before every other recognizer of its kind.
    public var armsMainRecognizer: Bool

    /// Creates a companion.
    public init(_ recognizer: any GestureRecognizer, armsMainRecognizer: Bool = false) {
        self.recognizer = recognizer
        self.armsMainRecognizer = armsMainRecognizer
    }
}

extension GestureModifier {
    /// No companions.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] { [] }
    /// Does nothing: further movement applies along the new axes.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {}
    /// Does nothing: the next movement counts from the last one.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {}
    /// All axes of the surface, and the watched ones.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        chart.references(of: .xy) + watchedAxes
    }
    /// No annotation.
    public func movedAnnotation(by gesture: Gesture, on chart: Chart) -> String? { nil }
    /// False.
    public static var claimsBeforeOthers: Bool { false }
    /// No movements.
    public func movements(by gesture: Gesture, role: Int, on chart: Chart) -> [AxisMovement] { [] }
    /// Accepts touches that began in the plot area.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool { chart.contains(touch.startLocation) }
    /// Returns false.
    public func claims(_ location: Point, for kind: GestureKind, on chart: Chart) -> Bool { false }
    /// Returns true.
    public func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool { true }
}

extension GestureModifier where Recognizer == PanGestureRecognizer {
    /// A pan.
    public static var gesture: GestureKind? { .pan }
}

extension GestureModifier where Recognizer == PinchGestureRecognizer {
    /// A pinch.
    public static var gesture: GestureKind? { .pinch }
}

extension GestureModifier where Recognizer == TapGestureRecognizer {
    /// A tap.
    public static var gesture: GestureKind? { .tap }
}

extension GestureModifier where Recognizer == WheelGestureRecognizer {
    /// A turn of the wheel.
    public static var gesture: GestureKind? { .wheel }
}

extension GestureModifier where Recognizer == HoverGestureRecognizer {
    /// A hovering pointer.
    public static var gesture: GestureKind? { .hover }
}

extension GestureModifier where Recognizer == MarqueeGestureRecognizer {
    /// A marquee.
    public static var gesture: GestureKind? { .marquee }
}
