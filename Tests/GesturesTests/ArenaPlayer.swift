import CoreTestSupport
import Gestures

/// Owners that allow everything except what a test makes them refuse.
struct Owners: GestureArenaDelegate {
    var blind: [String] = []
    var refusingTouches: [String] = []
    var refusingGestures: [String] = []
    var needsEveryVelocity = true

    func shouldObserve(owner: String) -> Bool { !blind.contains(owner) }
    func shouldReceive(_ touch: Touch, kind: GestureKind, owner: String) -> Bool { !refusingTouches.contains(owner) }
    func shouldBegin(_ gesture: Gesture, owner: String) -> Bool { !refusingGestures.contains(owner) }
}

/// Plays touch scripts on an arena and returns its decisions.
struct ArenaPlayer {
    var arena: GestureArena
    var owners = Owners()

    init(profile: GestureProfile = .uikit, _ registrations: [GestureArena.Registration] = []) {
        self.init(thresholds: GestureThresholds(profile: profile), registrations)
    }

    init(thresholds: GestureThresholds, _ registrations: [GestureArena.Registration] = []) {
        arena = GestureArena(thresholds: thresholds)
        arena.attach(registrations)
    }

    /// Plays events and returns every transition.
    mutating func transitions(_ events: [InputEvent]) throws -> [GestureTransition] {
        var transitions: [GestureTransition] = []
        for event in events {
            arena.advance(to: event.time, delegate: owners, into: &transitions)
            _ = try arena.handle(event, delegate: owners, into: &transitions)
        }
        return transitions
    }

    /// Plays a script and returns a line for every transition.
    mutating func play(_ script: TouchScript) throws -> [String] {
        try transitions(script.events).map(\.line)
    }

    /// Plays a script and returns a line for every transition that the arena sends to an owner.
    mutating func actions(_ script: TouchScript) throws -> [String] {
        try transitions(script.events).filter(\.sendsAction).map(\.line)
    }

    /// Plays a script and returns the gestures that the arena sends to the owners.
    mutating func gestures(_ script: TouchScript) throws -> [Gesture] {
        try transitions(script.events).filter(\.sendsAction).map(\.gesture)
    }
}

extension GestureTransition {
    /// The owner, state and time in milliseconds, then the cause unless it is the event, and the time of release.
    var line: String {
        var line = "\(owner)\(role == 0 ? "" : "#\(role)") \(gesture.state)@\(gesture.time.milliseconds)"
        if line.hasSuffix(".0") { line.removeLast(2) }
        if cause != .event { line += " \(cause)" }
        if let resolved = gesture.resolvedAt { line += " released@\(Int(resolved.milliseconds))" }
        return line
    }
}

extension ArenaPlayer {
    /// All recognizers, in all kinds of relations.
    static let everyRegistration: [GestureArena.Registration] = [
        GestureArena.Registration(owner: "drag", role: 0, recognizer: DoubleTouchDownGestureRecognizer()),
        GestureArena.Registration(owner: "drag", role: 1, recognizer: PanGestureRecognizer(), armedBy: 0),
        GestureArena.Registration(
            owner: "single", recognizer: TapGestureRecognizer(), requireFailureOf: ["double"]),
        registration("double", TapGestureRecognizer(taps: 2)),
        registration("twoFingers", TapGestureRecognizer(touches: 2)),
        GestureArena.Registration(
            owner: "pan", recognizer: PanGestureRecognizer(axis: .x), requireFailureOf: ["swipe"]),
        registration("pinch", PinchGestureRecognizer()), registration("turn", RotationGestureRecognizer()),
        registration("swipe", SwipeGestureRecognizer(direction: .left)),
        registration("press", LongPressGestureRecognizer()),
        GestureArena.Registration(
            owner: "marquee", recognizer: MarqueeGestureRecognizer(), simultaneousWith: ["press"]),
        registration("fling", FlingGestureRecognizer()), registration("wheel", WheelGestureRecognizer()),
        registration("hover", HoverGestureRecognizer()),
        GestureArena.Registration(
            owner: "lateWheel", recognizer: WheelGestureRecognizer(), requireFailureOf: ["double"]),
        GestureArena.Registration(
            owner: "lateHover", recognizer: HoverGestureRecognizer(), requireFailureOf: ["double"]),
    ]

    /// An arena with every recognizer.
    static func withEveryRecognizer(profile: GestureProfile = .uikit) -> ArenaPlayer {
        var player = ArenaPlayer(profile: profile, everyRegistration)
        player.arena.setViewport(width: 160, height: 60)
        return player
    }
}

/// A registration with an owner and no relations.
func registration(_ owner: String, _ recognizer: any GestureRecognizer) -> GestureArena.Registration {
    GestureArena.Registration(owner: owner, recognizer: recognizer)
}

extension Gesture {
    var scale: Double? {
        if case .pinch(let scale, _, _) = values { scale } else { nil }
    }
    var translation: Vector? {
        if case .pan(let translation, _) = values { translation } else { nil }
    }
    var velocity: Vector? {
        if case .pan(_, let velocity) = values { velocity } else { nil }
    }
    var radians: Double? {
        if case .rotation(let radians) = values { radians } else { nil }
    }
    var selectionRect: Rect? {
        if case .marquee(let rect) = values { rect } else { nil }
    }
}
