/// The members of a batch, its events and their touches.
///
/// The fast reader and the tree reader both take the names from this table.
enum EventMember {
    case client, sequence, events, frame, frames, width, height
    case type, phase, time, touches, modifiers
    case id, x, y, kind, buttons, pressure
    case deltaX, deltaY, deltaMode
    case gesture, state, location, translation, velocity, scale, startAnchor, taps, direction, rotation

    /// The name in JSON; inlined, so that a name in a `switch` is a constant.
    @inline(__always)
    private var literal: StaticString {
        switch self {
        case .client: "client"
        case .sequence: "sequence"
        case .events: "events"
        case .frame: "frame"
        case .frames: "frames"
        case .width: "width"
        case .height: "height"
        case .type: "type"
        case .phase: "phase"
        case .time: "time"
        case .touches: "touches"
        case .modifiers: "modifiers"
        case .id: "id"
        case .x: "x"
        case .y: "y"
        case .kind: "kind"
        case .buttons: "buttons"
        case .pressure: "pressure"
        case .deltaX: "deltaX"
        case .deltaY: "deltaY"
        case .deltaMode: "deltaMode"
        case .gesture: "gesture"
        case .state: "state"
        case .location: "location"
        case .translation: "translation"
        case .velocity: "velocity"
        case .scale: "scale"
        case .startAnchor: "startAnchor"
        case .taps: "taps"
        case .direction: "direction"
        case .rotation: "rotation"
        }
    }

    /// The name in JSON, as text for the tree reader.
    var name: String { literal.description }

    /// Whether a word is the name of a member, for the `switch` of the fast reader.
    @inline(__always)
    static func ~= (member: EventMember, word: ShortWord) -> Bool { ShortWord(stringLiteral: member.literal) == word }
}

/// The members that the fast reader has read of one object.
struct EventMembers: OptionSet {
    let rawValue: UInt32

    static let client = EventMembers(rawValue: 1 << 0)
    static let sequence = EventMembers(rawValue: 1 << 1)
    static let events = EventMembers(rawValue: 1 << 2)
    static let type = EventMembers(rawValue: 1 << 3)
    static let phase = EventMembers(rawValue: 1 << 4)
    static let time = EventMembers(rawValue: 1 << 5)
    static let touches = EventMembers(rawValue: 1 << 6)
    static let modifiers = EventMembers(rawValue: 1 << 7)
    static let id = EventMembers(rawValue: 1 << 8)
    static let x = EventMembers(rawValue: 1 << 9)
    static let y = EventMembers(rawValue: 1 << 10)
    static let kind = EventMembers(rawValue: 1 << 11)
    static let buttons = EventMembers(rawValue: 1 << 12)
    static let pressure = EventMembers(rawValue: 1 << 13)
    static let deltaX = EventMembers(rawValue: 1 << 14)
    static let deltaY = EventMembers(rawValue: 1 << 15)
    static let deltaMode = EventMembers(rawValue: 1 << 16)
    static let gesture = EventMembers(rawValue: 1 << 17)
    static let state = EventMembers(rawValue: 1 << 18)
    static let location = EventMembers(rawValue: 1 << 19)
    static let translation = EventMembers(rawValue: 1 << 20)
    static let velocity = EventMembers(rawValue: 1 << 21)
    static let scale = EventMembers(rawValue: 1 << 22)
    static let startAnchor = EventMembers(rawValue: 1 << 23)
    static let taps = EventMembers(rawValue: 1 << 24)
    static let direction = EventMembers(rawValue: 1 << 25)
    static let rotation = EventMembers(rawValue: 1 << 26)
    static let frame = EventMembers(rawValue: 1 << 27)
    static let width = EventMembers(rawValue: 1 << 28)
    static let height = EventMembers(rawValue: 1 << 29)
}
