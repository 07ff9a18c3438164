/// A recognized gesture of a script, before its time is known.
struct TouchScriptGesture {
    /// The kinds of gestures that a platform may report.
    static let kinds: [GestureKind] = [.pan, .pinch, .tap, .longPress, .swipe, .rotation]

    private let location: Point
    private let state: GestureState
    private let values: GestureValues

    /// Reads what follows the kind: the place, and the state and values in braces.
    init(_ kind: GestureKind, reading cursor: inout ScriptCursor) throws(TouchScriptError) {
        location = try cursor.point()
        var attributes = Attributes(kind: kind)
        try cursor.attributes { (name, start, cursor) throws(TouchScriptError) in
            try attributes.read(name, from: start, reading: &cursor)
        }
        state = attributes.state ?? (kind == .tap || kind == .swipe ? .ended : .changed)
        values = try attributes.values(location: location, end: cursor)
    }

    func gesture(at time: Timestamp, keys: ModifierKeys) -> Gesture {
        let numberOfTouches =
            switch values {
            case .pinch, .rotation: 2
            case .tap, .doubleTouchDown, .longPress, .pan, .swipe, .hover, .wheel, .marquee: 1
            }
        return Gesture(
            state: state, time: time, location: location, values: values, numberOfTouches: numberOfTouches,
            modifiers: keys)
    }

    /// The contents of the braces.
    private struct Attributes {
        let kind: GestureKind
        var state: GestureState?
        private var translation = Vector.zero
        private var velocity = Vector.zero
        private var scale = 1.0
        private var startAnchor: Point?
        private var taps = 1
        private var direction: SwipeDirection?
        private var radians = 0.0

        init(kind: GestureKind) {
            self.kind = kind
        }

        mutating func read(
            _ name: String, from start: ScriptCursor, reading cursor: inout ScriptCursor
        ) throws(TouchScriptError) {
            if let state = Self.state(named: name) {
                guard state == .ended || (kind != .tap && kind != .swipe) else {
                    throw start.expected("ended, for a \(kind.rawValue) has no other state")
                }
                self.state = state
                return
            }
            guard Self.names(of: kind).contains(name) else {
                let names = Self.names(of: kind).map { "\($0)=, " }.joined()
                throw start.expected("\(names)began, changed, ended or cancelled")
            }
            try cursor.requireValue()
            let place = cursor
            switch name {
            case "translation": translation = try cursor.vector()
            case "velocity": velocity = try cursor.vector()
            case "startAnchor":
                let anchor = try cursor.vector()
                startAnchor = Point(x: anchor.dx, y: anchor.dy)
            case "scale":
                scale = try cursor.number()
                guard scale > 0 else { throw place.expected("a positive scale") }
            case "taps":
                taps = try cursor.wholeNumber("a number of taps")
                guard (1...16).contains(taps) else { throw place.expected("1 to 16 taps") }
            case "rotation": radians = try cursor.number()
            default:
                direction = SwipeDirection(rawValue: cursor.letters())
                guard direction != nil else { throw place.expected("left, right, up or down") }
            }
        }

        func values(location: Point, end: ScriptCursor) throws(TouchScriptError) -> GestureValues {
            switch kind {
            case .pan: return .pan(translation: translation, velocity: velocity)
            case .pinch: return .pinch(scale: scale, startAnchor: startAnchor, startLocation: location)
            case .tap: return .tap(taps: taps)
            case .swipe:
                guard let direction else { throw end.expected("{direction=…} before this") }
                return .swipe(direction: direction)
            case .rotation: return .rotation(radians: radians)
            case .longPress: return .longPress
            case .doubleTouchDown, .hover, .wheel, .marquee:
                preconditionFailure("a platform reports no \(kind.rawValue)")
            }
        }

        private static func state(named name: String) -> GestureState? {
            switch name {
            case "began": .began
            case "changed": .changed
            case "ended", "recognized": .ended
            case "cancelled": .cancelled
            default: nil
            }
        }

        private static func names(of kind: GestureKind) -> [String] {
            switch kind {
            case .pan: ["translation", "velocity"]
            case .pinch: ["scale", "startAnchor"]
            case .tap: ["taps"]
            case .swipe: ["direction"]
            case .rotation: ["rotation"]
            case .longPress, .doubleTouchDown, .hover, .wheel, .marquee: []
            }
        }
    }
}
