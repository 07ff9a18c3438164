public import Gestures

/// Behaviour that can be added to a surface: it sees events and changes the chart.
///
/// Conform a value type and register it in a ``ModifierRegistry`` under its ``typeName``. Specifications, answers and
/// replays then treat it as a built-in modifier. Keep everything that it remembers between events in its ``state``: a
/// copy of the state is a snapshot. Read no clock and no randomness.
///
/// ```swift
/// struct TouchCounter: ChartModifier {
///     static let typeName = "touchCounter"
///     struct Parameters: ModifierParameters {
///         var step = 1
///         static let properties: [Property<Self>] = [.integer("step", \.step, 1...9, "What a touch counts.")]
///     }
///     struct State: ModifierState { var count = 0 }
///     var parameters: Parameters
///     var state = State()
///     init(parameters: Parameters) { self.parameters = parameters }
///
///     mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
///         if case .input(.touch(let touch)) = args.event, touch.phase == .began { state.count += parameters.step }
///     }
/// }
/// ```
public protocol ChartModifier: Sendable {
    /// The properties that a client can set, each with a default.
    associatedtype Parameters: ModifierParameters
    /// What the modifier remembers between events; ``NoState`` unless the type names another state.
    associatedtype State: ModifierState = NoState

    /// The name of the type on the wire, in camelCase.
    static var typeName: String { get }

    /// What a modifier of the type does, a sentence for the documentation; empty by default.
    static var meaning: String { get }

    /// The calls and values that the type needs from its surface; all unless the type names fewer.
    static var needs: ModifierNeeds { get }

    /// The part of `needs` that the modifier has with its present parameters and state.
    ///
    /// The surface reads it when it sets the modifier, and not after calls that change the state. It is all of
    /// `needs` unless the type names less.
    var presentNeeds: ModifierNeeds { get }

    /// The values that the client set.
    var parameters: Parameters { get set }

    /// What the modifier remembers.
    var state: State { get set }

    /// The axes of other surfaces of the session that the modifier reads and may move.
    var watchedAxes: [AxisReference] { get }

    /// Returns the most series values that the modifier reads and shows for one event, with its present parameters.
    ///
    /// The server refuses a session in which one event would read too many values. By default a modifier that needs
    /// ``ModifierNeeds/updates`` reads each series once, and any other modifier reads none.
    ///
    /// - Parameter count: The number of series on the surface.
    /// - Returns: The most values.
    func readings(ofSeries count: Int) -> Int

    /// Whether a gesture may have it search for the points inside a rectangle, which may read very many rows.
    var searchesRectangles: Bool { get }

    /// Whether a gesture or an update may have it search all points in view for the nearest one, which may read some
    /// ten thousand rows.
    var searchesNearestPoint: Bool { get }

    /// The gesture by which a modifier of the type works with its default parameters; `nil` for none.
    static var gesture: GestureKind? { get }

    /// Whether the type works on days, so that it needs an x axis of dates or of categories; false by default.
    static var needsDates: Bool { get }

    /// Whether a client gives the type modifiers to hold, as a group does; false by default.
    static var holdsModifiers: Bool { get }

    /// Whether the type leaves a turn of the wheel with Control to a modifier that treats it as a pinch; false by default.
    static var yieldsTrackpadPinch: Bool { get }

    /// Whether the modifier treats a turn of the wheel with Control as a pinch, and takes no other turn.
    ///
    /// Browsers report a pinch on a trackpad as such turns. False by default.
    var takesTrackpadPinch: Bool { get }

    /// The event group that the modifier joins its surface to; `nil` by default.
    var eventGroup: String? { get }

    /// The lines on which the modifier reads every series, beside the pointer's; 0 by default.
    var sliceCount: Int { get }

    /// The axes that the type may change, where its parameters name some; by default any.
    static var nameableAxes: ModifierDirection { get }

    /// Creates a modifier that has seen no event.
    init(parameters: Parameters)

    /// Prepares the modifier; the surface calls it before the first event.
    mutating func attach(to chart: inout Chart)

    /// Prepares the modifier and shows its first overlays; the surface calls it before the first event.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - id: The name of the modifier on its surface.
    mutating func attach(to chart: inout Chart, as id: String)

    /// Ends the modifier's work on the chart; the surface calls it on removal, after it has cancelled the gestures.
    mutating func detach(from chart: inout Chart)

    /// Handles an event before the recognizers see it.
    ///
    /// Set ``ModifierEventArgs/isHandled`` to keep the event from the later modifiers and their recognizers. A modifier
    /// that receives handled events still sees it.
    mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart)

    /// Adapts what the modifier holds in points to a resized plot area; by default does nothing.
    ///
    /// - Parameters:
    ///   - factors: How many times wider and higher the plot area is.
    ///   - chart: The chart after the change.
    mutating func chartResized(by factors: Vector, on chart: Chart)

    /// Corrects ranges after every event and every other change that may have moved an axis.
    ///
    /// A range that moves here belongs to the action that caused the call.
    ///
    /// - Parameters:
    ///   - chart: The chart; changing its ranges here causes no further call.
    ///   - id: The name of the modifier on its surface.
    mutating func keepRanges(of chart: inout Chart, as id: String)

    /// Updates what the modifier shows; the surface calls it once after each update of the chart.
    ///
    /// An update ends with a batch, so change nothing but overlays here. Ranges moved here would depend on how a client
    /// divides its events into batches; move them in ``keepRanges(of:as:)``.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - id: The name of the modifier on its surface.
    mutating func onUpdate(of chart: inout Chart, as id: String)
}

extension ChartModifier {
    /// All needs.
    public static var needs: ModifierNeeds { .all }
    /// All of `needs`.
    public var presentNeeds: ModifierNeeds { Self.needs }
    /// Counts each series once for a modifier that needs updates.
    public func readings(ofSeries count: Int) -> Int { Self.needs.contains(.updates) ? count : 0 }
    /// False.
    public var searchesRectangles: Bool { false }
    /// By default false.
    public var searchesNearestPoint: Bool { false }
    /// No axes.
    public var watchedAxes: [AxisReference] { [] }
    /// No sentence.
    public static var meaning: String { "" }
    /// No gesture.
    public static var gesture: GestureKind? { nil }
    /// False.
    public static var needsDates: Bool { false }
    /// False.
    public static var holdsModifiers: Bool { false }
    /// False.
    public static var yieldsTrackpadPinch: Bool { false }
    /// False.
    public var takesTrackpadPinch: Bool { false }
    /// No event group.
    public var eventGroup: String? { nil }
    /// No lines.
    public var sliceCount: Int { 0 }
    /// All axes.
    public static var nameableAxes: ModifierDirection { .xy }
    /// Calls ``attach(to:)``.
    public mutating func attach(to chart: inout Chart, as id: String) { attach(to: &chart) }
    /// Does nothing.
    public mutating func attach(to chart: inout Chart) {}
    /// Does nothing.
    public mutating func detach(from chart: inout Chart) {}
    /// Does nothing.
    public mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {}
    /// Does nothing.
    public mutating func chartResized(by factors: Vector, on chart: Chart) {}
    /// Does nothing.
    public mutating func keepRanges(of chart: inout Chart, as id: String) {}
    /// Does nothing.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {}
}

extension ChartModifier where State == NoState {
    /// No state: the modifier remembers nothing, and setting it has no effect.
    public var state: NoState {
        get { NoState() }
        set {}
    }
}
