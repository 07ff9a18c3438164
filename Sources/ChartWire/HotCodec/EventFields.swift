/// The members of an event of any type, as far as they have been read.
struct EventFields {
    /// Names of members, as a set.
    struct Names: OptionSet {
        let rawValue: UInt32

        static let type = Names(rawValue: 1 << 0)
        static let phase = Names(rawValue: 1 << 1)
        static let time = Names(rawValue: 1 << 2)
        static let touches = Names(rawValue: 1 << 3)
        static let modifiers = Names(rawValue: 1 << 4)
        static let x = Names(rawValue: 1 << 5)
        static let y = Names(rawValue: 1 << 6)
        static let deltaX = Names(rawValue: 1 << 7)
        static let deltaY = Names(rawValue: 1 << 8)
        static let deltaMode = Names(rawValue: 1 << 9)
        static let gesture = Names(rawValue: 1 << 10)
        static let state = Names(rawValue: 1 << 11)
        static let location = Names(rawValue: 1 << 12)
        static let translation = Names(rawValue: 1 << 13)
        static let velocity = Names(rawValue: 1 << 14)
        static let scale = Names(rawValue: 1 << 15)
        static let startAnchor = Names(rawValue: 1 << 16)
        static let taps = Names(rawValue: 1 << 17)
        static let direction = Names(rawValue: 1 << 18)
        static let rotation = Names(rawValue: 1 << 19)
    }

    /// The types of events.
    enum Kind {
        case touch, wheel, hover, gesture, tick
    }

    /// The phases of touches and of hovering.
    enum Phase {
        case began, moved, ended, cancelled, entered, exited
    }

    /// The members that have been read.
    var names: Names = []
    var kind = Kind.tick
    var phase = Phase.moved
    var time = 0.0
    /// The touches, as a range of the batch's.
    var touches = 0..<0
    var keys: HeldKeys = []
    var x = 0.0
    var y = 0.0
    var deltaX = 0.0
    var deltaY = 0.0
    var deltaMode = WheelBody.DeltaMode.pixel
    var gesture = GestureBody.Kind.pan
    var state = GestureBody.State.began
    var location: GestureBody.Pair?
    var translation: GestureBody.Pair?
    var velocity: GestureBody.Pair?
    var scale: Double?
    var startAnchor: GestureBody.Pair?
    var taps: Int?
    var direction: GestureBody.Direction?
    var rotation: Double?

    /// The event, or nil where members are missing or have no place in it.
    var event: EventBody? {
        switch kind {
        case .touch:
            guard has([.type, .phase, .time, .touches], [.modifiers]), let phase = touchPhase else { return nil }
            return .touch(TouchBody(phase: phase, time: time, touches: touches, modifiers: keys))
        case .wheel:
            guard has([.type, .time, .x, .y], [.deltaX, .deltaY, .deltaMode, .modifiers]) else { return nil }
            return .wheel(
                WheelBody(
                    time: time, x: x, y: y, deltaX: deltaX, deltaY: deltaY, deltaMode: deltaMode, modifiers: keys))
        case .hover:
            guard has([.type, .phase, .time, .x, .y], []), let phase = hoverPhase else { return nil }
            return .hover(HoverBody(phase: phase, time: time, x: x, y: y))
        case .gesture:
            return gestureBody.map { .gesture($0) }
        case .tick:
            return has([.type, .time], []) ? .tick(time: time) : nil
        }
    }

    private func has(_ required: Names, _ optional: Names) -> Bool {
        names.isSuperset(of: required) && names.isSubset(of: required.union(optional))
    }

    private var touchPhase: TouchBody.Phase? {
        switch phase {
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        case .entered, .exited: nil
        }
    }

    private var hoverPhase: HoverBody.Phase? {
        switch phase {
        case .entered: .entered
        case .moved: .moved
        case .exited: .exited
        case .began, .ended, .cancelled: nil
        }
    }

    private var gestureBody: GestureBody? {
        let required: Names = gesture == .swipe ? [.direction] : []
        let optional: Names =
            switch gesture {
            case .pan: [.translation, .velocity]
            case .pinch: [.scale, .startAnchor]
            case .tap: [.taps]
            case .rotation: [.rotation]
            case .longPress, .swipe: []
            }
        guard has(required.union([.type, .gesture, .state, .time]), optional.union([.location, .modifiers])) else {
            return nil
        }
        let body = GestureBody(
            kind: gesture, state: state, time: time, location: location, translation: translation, velocity: velocity,
            scale: scale, startAnchor: startAnchor, taps: taps, direction: direction, rotation: rotation,
            modifiers: keys)
        return body.flaw == nil ? body : nil
    }
}
