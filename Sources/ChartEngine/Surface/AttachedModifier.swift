public import ChartJSON
import Gestures

/// A modifier in the collection of a surface, with the options that every modifier has.
public struct AttachedModifier: Sendable {
    /// The options that a client can set for any modifier.
    public struct Options: DescribedState, Hashable {
        /// The values of ``properties``; ``eventsGroupTag`` is `nil` for the type's name, ``meta`` is text of JSON.
        public var isEnabled = true, receiveHandledEvents = false, requireFailureOf: [String] = [],
            simultaneousWith: [String] = [], eventsGroupTag: String?, when: GestureCondition?, meta: String?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            Property(
                "isEnabled", \.isEnabled, Schema(.boolean),
                "Whether it sees events. Switching it off during its gesture cancels the gesture.",
                reading: Property.keeping(\.isEnabled)),
            Property(
                "receiveHandledEvents", \.receiveHandledEvents, Schema(.boolean),
                "Whether it sees events that an earlier modifier has taken, and gestures of its kind that go on there.",
                reading: Property.keeping(\.receiveHandledEvents)),
            Property(
                "requireFailureOf", \.requireFailureOf, Schema(.array),
                "The ids of modifiers whose gesture must fail before this one may begin.",
                reading: references(\.requireFailureOf)),
            Property(
                "simultaneousWith", \.simultaneousWith, Schema(.array),
                "The ids of modifiers whose gesture may go on at the same time.",
                reading: references(\.simultaneousWith)),
            Property(
                "eventsGroupTag", \.eventsGroupTag, tag,
                "The tag that pairs it with a modifier of another surface in the same event group; the type unless given.",
                fault: { $0.flatMap { tag.fault(Double($0.count), " characters") } },
                reading: Property.keeping(\.eventsGroupTag)
            ),
            Property(
                "when", \.when, Schema(.object, as: "GestureCondition").orNull,
                "The `buttons` (`primary` `secondary` `middle`) and `keys` (`ctrl` `shift` `alt` `meta`) with which its gestures begin; `null` is the primary button with any keys.",
                reading: { json, _, _, pointer throws(Problem) in
                    try json == .null ? nil : GestureCondition(json, at: pointer)
                }),
            Property(
                "meta", \.meta, Schema(.object, as: "AnyJSON").orNull,
                "Any JSON of the client; answers have it with the modifier and with its overlays.",
                reading: { json, _, _, _ in json == .null ? nil : json.text }),
        ]

        /// Creates the defaults.
        public init() {}

        /// Accepts every value.
        public func validate(in place: ModifierPlace) throws(Problem) {}

        private static let tag = Schema(.string, from: 1, to: Double(GroupModifier.Parameters.longestName))

        /// Reads ids, each once.
        private static func references(
            _ path: any WritableKeyPath<Self, [String]> & Sendable
        ) -> Property<Self>.Reading<[String]> {
            let read = Property<Self>.keeping(path)
            return { json, options, place, pointer throws(Problem) in
                var seen: Set<String> = []
                return try read(json, options, place, pointer).filter { seen.insert($0).inserted }
            }
        }
    }

    /// The modifier's name, unique on its surface.
    public let id: String
    /// The id of the ``GroupModifier`` that contains the modifier; `nil` outside a group.
    public let group: String?
    /// The options that a client set.
    public internal(set) var options: Options
    /// Whether the group is enabled; true outside a group.
    var isGroupEnabled = true
    /// The gestures that its recognizers find, in order of their roles.
    var listening: [Listening] = []
    /// The needs of the modifier; derived when it is set.
    private(set) var needs: ModifierNeeds = []
    /// Whether the modifier treats a turn with Control as a pinch; derived when it is set.
    private(set) var isTrackpadPinch = false
    private var plain: (any ChartModifier)?
    private var gestural: (any GestureModifier)?

    /// A gesture that one of the modifier's recognizers finds.
    struct Listening: Sendable {
        var kind: GestureKind
        /// Whether touches must arm the recognizer first, so that it ignores gestures from the client.
        var isArmed: Bool
    }

    /// Creates an entry.
    public init(id: String, modifier: any ChartModifier, options: Options = Options(), childOf group: String? = nil) {
        self.id = id
        self.group = group
        self.options = options
        self.modifier = modifier
    }

    /// Whether the modifier and its group are enabled.
    public var isEnabled: Bool { options.isEnabled && isGroupEnabled }

    /// Whether it holds other modifiers.
    public var holdsModifiers: Bool { type(of: modifier).holdsModifiers }

    /// Whether it leaves a turn with Control to a modifier that treats it as a pinch.
    var yieldsTrackpadPinch: Bool { type(of: modifier).yieldsTrackpadPinch }

    /// The number of fixed lines of the modifier.
    public var sliceCount: Int { modifier.sliceCount }

    /// The tag that pairs the modifier with others in its event group.
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
            isTrackpadPinch = newValue.takesTrackpadPinch
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

    /// Replaces the modifier.
    ///
    /// A modifier of the same type takes over the state. For another type the old one is detached, and the new
    /// attached.
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

    /// Adapts the modifier to a chart that has turned during a gesture.
    mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        gestural?.chartTurned(during: gesture, on: chart)
    }

    /// Adapts the modifier to a resized plot area.
    mutating func chartResized(by factors: Vector, on chart: Chart) {
        plain?.chartResized(by: factors, on: chart)
        gestural?.chartResized(by: factors, on: chart)
    }

    /// Takes what a gesture has measured so far as applied.
    mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        gestural?.takeAsApplied(gesture, on: chart)
    }

    /// The axes that a gesture in progress moves, or will move when it ends.
    func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        gestural?.movedAxes(by: gesture, on: chart) ?? []
    }

    /// The annotation that a gesture in progress moves.
    func movedAnnotation(by gesture: Gesture, on chart: Chart) -> String? {
        gestural?.movedAnnotation(by: gesture, on: chart)
    }

    /// Whether its claims go before those of other modifiers.
    var claimsBeforeOthers: Bool { gestural.map { type(of: $0).claimsBeforeOthers } ?? false }

    /// How the content follows a gesture.
    func movements(by gesture: Gesture, role: Int, on chart: Chart) -> [AxisMovement] {
        gestural?.movements(by: gesture, role: role, on: chart) ?? []
    }

    /// The axis of the screen along which its pan has to go before it begins; `nil` for another gesture.
    func panAxis(on chart: Chart) -> PanAxis? {
        (gestural?.makeGestureRecognizer(on: chart) as? PanGestureRecognizer)?.axis
    }

    /// Whether the options and parameters are those of another entry, apart from ``Options/meta``.
    func isUnchanged(_ others: Options, _ other: any ChartModifier) -> Bool {
        var others = others
        others.meta = options.meta
        return options == others && Self.hasEqualParameters(modifier, other)
    }

    private static func hasEqualParameters<Modifier: ChartModifier>(
        _ modifier: Modifier, _ other: any ChartModifier
    ) -> Bool {
        (other as? Modifier)?.parameters == modifier.parameters
    }

    /// The buttons and keys with which its gestures begin.
    var condition: GestureCondition { options.when ?? .primary }

    /// Whether one of its recognizers follows touches.
    var followsTouches: Bool { listening.contains { $0.kind.followsTouches } }

    /// Whether the gestures of a kind that begin at a location are this modifier's alone.
    func claims(_ location: Point, for kind: GestureKind, on chart: Chart) -> Bool {
        gestural?.claims(location, for: kind, on: chart) ?? false
    }

    func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        gestural?.shouldReceive(touch, on: chart) ?? false
    }

    func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool {
        gestural?.shouldBegin(gesture, on: chart) ?? false
    }

    /// Makes new recognizers, and stores the gestures that they find.
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
