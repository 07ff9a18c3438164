import Gestures

/// A modifier in the collection of a surface, with what every modifier has.
public struct AttachedModifier: Sendable {
    /// What a client can set about any modifier.
    public struct Options: Sendable, Hashable, Codable {
        /// Whether it takes part.
        public var isEnabled = true
        /// Whether it sees events that a modifier before it has handled.
        public var receiveHandledEvents = false
        /// The ids of the modifiers whose gestures must fail before its own begin.
        public var requireFailureOf: [String] = []
        /// The ids of the modifiers whose gestures may go on beside its own.
        public var simultaneousWith: [String] = []
        /// By what it pairs with modifiers of other surfaces in its event group; `nil` is its type's name.
        public var eventsGroupTag: String?
        /// With which buttons and keys its gestures begin; `nil` is the primary button with any keys.
        public var when: GestureCondition?
        /// What a client keeps with it, as JSON; the engine does not look at it.
        public var meta: String?

        /// Creates the defaults.
        public init() {}
    }

    /// The modifier's name, unique on its surface.
    public let id: String
    /// The id of the ``GroupModifier`` that it is a child of; `nil` for one of the surface itself.
    public let group: String?
    /// What a client has set.
    public internal(set) var options: Options
    /// Whether its group takes part.
    var isGroupEnabled = true
    /// What its recognizers find, in order of their roles.
    var listening: [Listening] = []
    /// What the modifier needs; derived from it when it is set.
    private(set) var needs: ModifierNeeds = []
    /// Whether its parameters let it take a wheel with Control for a pinch; derived from the modifier when it is set.
    private(set) var isTrackpadPinch = false
    private var plain: (any ChartModifier)?
    private var gestural: (any GestureModifier)?

    /// One of the modifier's recognizers.
    struct Listening: Sendable {
        var kind: GestureKind
        /// Whether it waits to be armed by touches, so that a gesture from the client does not concern it.
        var isArmed: Bool
    }

    /// Creates an entry.
    public init(id: String, modifier: any ChartModifier, options: Options = Options(), childOf group: String? = nil) {
        self.id = id
        self.group = group
        self.options = options
        self.modifier = modifier
    }

    /// Whether it takes part: it is enabled, and so is its group.
    public var isEnabled: Bool { options.isEnabled && isGroupEnabled }

    /// By what it pairs with modifiers of other surfaces in its event group.
    public var eventsGroupTag: String { options.eventsGroupTag ?? type(of: modifier).typeName }

    /// The modifier.
    public internal(set) var modifier: any ChartModifier {
        get {
            if let gestural { return gestural }
            guard let plain else { preconditionFailure("an entry holds a modifier") }
            return plain
        }
        set {
            gestural = newValue as? any GestureModifier
            plain = gestural == nil ? newValue : nil
            isTrackpadPinch = (newValue as? any TrackpadPinchModifier)?.takesTrackpad ?? false
            needs = type(of: newValue).needs.intersection(newValue.presentNeeds)
        }
    }

    mutating func attach(to chart: inout Chart) {
        let id = id
        plain?.attach(to: &chart, as: id)
        gestural?.attach(to: &chart, as: id)
    }

    mutating func detach(from chart: inout Chart) {
        plain?.detach(from: &chart)
        gestural?.detach(from: &chart)
    }

    /// Puts another modifier in place: one of the same type goes on with the state of the old one, one of another type is
    /// attached after the old one was detached.
    mutating func replace(with replacement: any ChartModifier, on chart: inout Chart) {
        if let successor = Self.successor(replacement, of: modifier) {
            modifier = successor
        } else {
            detach(from: &chart)
            modifier = replacement
            attach(to: &chart)
        }
    }

    private static func successor<Modifier: ChartModifier>(
        _ replacement: Modifier, of old: any ChartModifier
    ) -> (any ChartModifier)? {
        guard let old = old as? Modifier else { return nil }
        var successor = replacement
        successor.state = old.state
        return successor
    }

    mutating func onUpdate(of chart: inout Chart) {
        guard needs.contains(.updates), isEnabled else { return }
        let id = id
        plain?.onUpdate(of: &chart, as: id)
        gestural?.onUpdate(of: &chart, as: id)
    }

    mutating func keepRanges(of chart: inout Chart) {
        let id = id
        plain?.keepRanges(of: &chart, as: id)
        gestural?.keepRanges(of: &chart, as: id)
    }

    mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
        plain?.onEvent(&args, on: &chart)
        gestural?.onEvent(&args, on: &chart)
    }

    mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        gestural?.handleGesture(gesture, args: &args, on: &chart)
    }

    /// Goes on with a gesture in progress on a chart that has turned.
    mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        gestural?.chartTurned(during: gesture, on: chart)
    }

    /// With which buttons and keys its gestures begin.
    var condition: GestureCondition { options.when ?? .primary }

    /// Whether one of its recognizers looks at touches.
    var followsTouches: Bool { listening.contains { $0.kind.followsTouches } }

    func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        gestural?.shouldReceive(touch, on: chart) ?? false
    }

    func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool {
        gestural?.shouldBegin(gesture, on: chart) ?? false
    }

    /// Makes the recognizers anew and notes what they listen for.
    mutating func makeRegistrations(on chart: Chart) -> [GestureArena.Registration] {
        guard let gestural else { return [] }
        let companions = gestural.makeCompanionRecognizers(on: chart)
        let arming = companions.firstIndex(where: \.armsMainRecognizer).map { $0 + 1 }
        let main = registration(of: gestural.makeGestureRecognizer(on: chart), role: 0, armedBy: arming)
        let registrations =
            [main]
            + companions.enumerated().map { index, companion in
                registration(of: companion.recognizer, role: index + 1, armedBy: nil)
            }
        listening = registrations.map { Listening(kind: $0.recognizer.kind, isArmed: $0.armedBy != nil) }
        return registrations
    }

    private func registration(
        of recognizer: any GestureRecognizer, role: Int, armedBy: Int?
    ) -> GestureArena.Registration {
        GestureArena.Registration(
            owner: id, role: role, recognizer: recognizer, requireFailureOf: options.requireFailureOf,
            simultaneousWith: options.simultaneousWith, receivesHandled: options.receiveHandledEvents, armedBy: armedBy,
            isEnabled: isEnabled, needsVelocity: needs.contains(.velocity))
    }
}
