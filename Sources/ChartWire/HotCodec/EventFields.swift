/// The members of an event of any type that the fast reader has read.
struct EventFields {
    var members: EventMembers = []
    var type = EventBody.Kind.tick
    var phase = TouchBody.Phase.moved.rawValue
    var time = 0.0
    /// The range of the event's touches in those of the batch.
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

    /// The event; nil if members are missing, do not belong to it, or have a wrong value.
    var event: EventBody? {
        switch type {
        case .touch:
            guard has([.type, .phase, .time, .touches], [.modifiers]), let phase = TouchBody.Phase(rawValue: phase)
            else { return nil }
            return .touch(TouchBody(phase: phase, time: time, touches: touches, modifiers: keys))
        case .wheel:
            guard has([.type, .time, .x, .y], [.deltaX, .deltaY, .deltaMode, .modifiers]) else { return nil }
            return .wheel(
                WheelBody(
                    time: time, x: x, y: y, deltaX: deltaX, deltaY: deltaY, deltaMode: deltaMode, modifiers: keys))
        case .hover:
            guard has([.type, .phase, .time, .x, .y], []), let phase = HoverBody.Phase(rawValue: phase) else {
                return nil
            }
            return .hover(HoverBody(phase: phase, time: time, x: x, y: y))
        case .gesture:
            return gestureBody.map { .gesture($0) }
        case .tick:
            return has([.type, .time], []) ? .tick(time: time) : nil
        }
    }

    private func has(_ required: EventMembers, _ optional: EventMembers) -> Bool {
        members.isSuperset(of: required) && members.isSubset(of: required.union(optional))
    }

    private var gestureBody: GestureBody? {
        let required: EventMembers = gesture == .swipe ? [.direction] : []
        let optional: EventMembers =
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
