public import Gestures

/// Behaviour that can be added to a surface: it sees events and changes the chart.
///
/// Conform a value type, register it in a ``ModifierRegistry`` under its ``typeName``, and it is as good as a built-in
/// modifier: in specifications, in answers, in replays. All that a modifier remembers between events is its ``state``,
/// a copy of which is a snapshot; it reads no clock and no randomness.
///
/// ```swift
/// struct TouchCounter: ChartModifier {
///     static let typeName = "touchCounter"
///     struct Parameters: ModifierParameters { var step = 1 }
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
    /// What a client can set, with a default for everything.
    associatedtype Parameters: ModifierParameters
    /// What the modifier remembers between events.
    associatedtype State: ModifierState

    /// The name of the type on the wire, in camelCase.
    static var typeName: String { get }

    /// What it needs of its surface; everything unless the type says otherwise.
    static var needs: ModifierNeeds { get }

    /// What of ``needs`` it needs with its parameters and its state, until somebody else sets them; all unless the type
    /// says otherwise.
    var presentNeeds: ModifierNeeds { get }

    /// What the client has set.
    var parameters: Parameters { get set }

    /// What the modifier remembers.
    var state: State { get set }

    /// The axes of other surfaces of the session that the modifier looks at and may move.
    var watchedAxes: [AxisReference] { get }

    /// How many values of series one event may have the modifier read and tell, with its parameters.
    ///
    /// A session of which one event would read too much is refused. Unless the type says otherwise, a modifier that
    /// needs ``ModifierNeeds/updates`` reads each series once, and another one none.
    ///
    /// - Parameter count: How many series the surface has.
    /// - Returns: The most values.
    func readings(ofSeries count: Int) -> Int

    /// Creates a modifier that has seen nothing.
    init(parameters: Parameters)

    /// Called before the first event.
    mutating func attach(to chart: inout Chart)

    /// Called before the first event; a modifier that always shows something shows it now.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - id: The name of the modifier on its surface.
    mutating func attach(to chart: inout Chart, as id: String)

    /// Called when the modifier is removed; a gesture in progress has been cancelled.
    mutating func detach(from chart: inout Chart)

    /// Sees an event before the recognizers do.
    ///
    /// Setting ``ModifierEventArgs/isHandled`` keeps it from the modifiers behind this one, unless they receive handled
    /// events; their recognizers do not see it either.
    mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart)

    /// Called after every event and every other change that may have moved an axis, so that the modifier can keep ranges
    /// where they belong; what moves here is part of what has led to it.
    ///
    /// - Parameters:
    ///   - chart: The chart; changing its ranges here brings no further call.
    ///   - id: The name of the modifier on its surface.
    mutating func keepRanges(of chart: inout Chart, as id: String)

    /// Called once after each update of the chart, so that what the modifier shows can follow the axes and the rows.
    ///
    /// An update ends where a batch does, so change nothing but overlays here: ranges are for
    /// ``keepRanges(of:as:)``, or what follows would depend on how a client cuts its events into batches.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - id: The name of the modifier on its surface.
    mutating func onUpdate(of chart: inout Chart, as id: String)
}

extension ChartModifier {
    /// Everything.
    public static var needs: ModifierNeeds { .all }
    /// All of ``needs``.
    public var presentNeeds: ModifierNeeds { Self.needs }
    /// Each series once where it shows something after an update.
    public func readings(ofSeries count: Int) -> Int { Self.needs.contains(.updates) ? count : 0 }
    /// None.
    public var watchedAxes: [AxisReference] { [] }
    /// Attaches the modifier whatever its name.
    public mutating func attach(to chart: inout Chart, as id: String) { attach(to: &chart) }
    /// Does nothing.
    public mutating func attach(to chart: inout Chart) {}
    /// Does nothing.
    public mutating func detach(from chart: inout Chart) {}
    /// Does nothing.
    public mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {}
    /// Does nothing.
    public mutating func keepRanges(of chart: inout Chart, as id: String) {}
    /// Does nothing.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {}
}

/// What a client can set about a modifier.
///
/// Coding is by the synthesized members: every one has a default, and a client overrides those it names.
public protocol ModifierParameters: Sendable, Hashable, Codable {
    /// Creates the defaults.
    init()

    /// Checks what a type cannot say.
    ///
    /// - Throws: ``ModifierError`` that names the property.
    func validate() throws(ModifierError)
}

extension ModifierParameters {
    /// Accepts everything.
    public func validate() throws(ModifierError) {}
}

/// What a modifier remembers between events.
public protocol ModifierState: Sendable, Hashable, Codable {
    /// Creates the state of a modifier that has seen nothing.
    init()
}

/// The parameters of a modifier that has none, and the state of one that remembers nothing.
public struct Nothing: ModifierParameters, ModifierState {
    /// Creates nothing.
    public init() {}
}

/// Why parameters are refused.
public struct ModifierError: Error, Sendable, Hashable {
    /// The property at fault.
    public var property: String
    /// What is wrong with it, a sentence.
    public var reason: String

    /// Creates an error.
    public init(property: String, reason: String) {
        self.property = property
        self.reason = reason
    }
}

/// What happens, as a modifier sees it.
public enum ModifierEvent: Sendable, Hashable {
    /// An event of a client.
    case input(InputEvent)
    /// A gesture of one of the modifier's recognizers, or one that the client recognized.
    case gesture(Gesture)
    /// A command for modifiers, such as `rotate`.
    case command(String)
}

/// An event on its way through the modifiers.
public struct ModifierEventArgs: Sendable, Hashable {
    /// The id of the surface on which the event happened.
    public let source: String
    /// Whether it happened on this surface, rather than on another one of the event group.
    public let isMaster: Bool
    /// Whether its location lies in this surface's plot area; true for events without a location.
    public let isInSourceBounds: Bool
    /// What happens.
    public let event: ModifierEvent
    /// Which of the modifier's recognizers has recognized the gesture: 0 for the main one, then its companions.
    public let recognizerRole: Int
    /// The id of the modifier that is called.
    public let modifier: String
    /// Whether a modifier has taken the event for itself.
    public var isHandled: Bool

    /// Creates arguments.
    public init(
        source: String, modifier: String, event: ModifierEvent, isMaster: Bool = true, isInSourceBounds: Bool = true,
        recognizerRole: Int = 0, isHandled: Bool = false
    ) {
        self.source = source
        self.modifier = modifier
        self.event = event
        self.isMaster = isMaster
        self.isInSourceBounds = isInSourceBounds
        self.recognizerRole = recognizerRole
        self.isHandled = isHandled
    }
}
