/// An event from a client: touches, wheel, hover, a gesture that its platform has recognized, or the passing of time.
public enum InputEvent: Sendable, Hashable, Codable {
    /// Touches that change, all in one phase.
    case touch(TouchEvent)
    /// A turn of the mouse wheel or a scroll of the trackpad.
    case wheel(WheelEvent)
    /// A pointer that moves without buttons.
    case hover(HoverEvent)
    /// A gesture that the client's platform has recognized already.
    case gesture(Gesture)
    /// Time passes, and nothing else happens.
    case tick(Timestamp)

    /// When the event happened.
    public var time: Timestamp {
        switch self {
        case .touch(let event): event.time
        case .wheel(let event): event.time
        case .hover(let event): event.time
        case .gesture(let gesture): gesture.time
        case .tick(let time): time
        }
    }
}

/// The keyboard modifiers held during an event.
public struct ModifierKeys: OptionSet, Sendable, Hashable, Codable {
    /// The bits of the held keys.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Control.
    public static let control = ModifierKeys(rawValue: 1)
    /// Shift.
    public static let shift = ModifierKeys(rawValue: 2)
    /// Alt, or Option.
    public static let alt = ModifierKeys(rawValue: 4)
    /// Meta: Command or Windows.
    public static let meta = ModifierKeys(rawValue: 8)
}

/// The phase of a touch, in UIKit's words.
public enum TouchPhase: String, Sendable, Hashable, Codable {
    /// A finger, button or pen tip went down.
    case began
    /// A touch that is down moved.
    case moved
    /// A touch went up.
    case ended
    /// The platform cancelled the touch.
    case cancelled
}

/// The device that makes a touch.
public enum TouchKind: String, Sendable, Hashable, Codable {
    /// A finger.
    case touch
    /// A mouse button.
    case mouse
    /// A pen or pencil.
    case pen
}

/// Touches that change at one moment, all in one phase; touches that are not listed do not change.
///
/// ```swift
/// let finger = TouchEvent.Contact(id: 1, location: Point(x: 120, y: 80))
/// let down = TouchEvent(phase: .began, time: Timestamp(microseconds: 0), contacts: [finger])
/// assert(down.contacts[0].kind == .touch && down.modifiers == [])
/// ```
public struct TouchEvent: Sendable, Hashable, Codable {
    /// One changed touch as the client reports it.
    public struct Contact: Sendable, Hashable, Codable {
        /// The client's number for the touch, unique among those down at once.
        public var id: Int
        /// Where the touch is.
        public var location: Point
        /// The device that makes the touch.
        public var kind: TouchKind
        /// The pressed buttons as the DOM numbers them: 1 primary, 2 secondary, 4 middle.
        public var buttons: Int
        /// The pressure between 0 and 1.
        public var pressure: Double

        /// Creates a contact.
        public init(
            id: Int, location: Point, kind: TouchKind = .touch, buttons: Int = 1, pressure: Double = 0.5
        ) {
            self.id = id
            self.location = location
            self.kind = kind
            self.buttons = buttons
            self.pressure = pressure
        }
    }

    /// What happens to the listed touches.
    public var phase: TouchPhase
    /// When it happens.
    public var time: Timestamp
    /// The touches that change, each id once, in the client's order.
    public var contacts: [Contact]
    /// The keyboard modifiers held.
    public var modifiers: ModifierKeys

    /// Creates a touch event.
    public init(phase: TouchPhase, time: Timestamp, contacts: [Contact], modifiers: ModifierKeys = []) {
        self.phase = phase
        self.time = time
        self.contacts = contacts
        self.modifiers = modifiers
    }
}

/// A turn of the wheel.
public struct WheelEvent: Sendable, Hashable, Codable {
    /// The unit of the deltas, as the DOM's `deltaMode`.
    public enum DeltaMode: String, Sendable, Hashable, Codable {
        /// Points.
        case pixel
        /// Lines of text.
        case line
        /// Pages.
        case page
    }

    /// When it happened.
    public var time: Timestamp
    /// Where the pointer was.
    public var location: Point
    /// The horizontal turn in units of `deltaMode`, positive to the right.
    public var deltaX: Double
    /// The vertical turn in units of `deltaMode`, positive towards the user.
    public var deltaY: Double
    /// The unit of the deltas.
    public var deltaMode: DeltaMode
    /// The keyboard modifiers held.
    public var modifiers: ModifierKeys

    /// Creates a wheel event.
    public init(
        time: Timestamp, location: Point, deltaX: Double, deltaY: Double, deltaMode: DeltaMode = .pixel,
        modifiers: ModifierKeys = []
    ) {
        self.time = time
        self.location = location
        self.deltaX = deltaX
        self.deltaY = deltaY
        self.deltaMode = deltaMode
        self.modifiers = modifiers
    }
}

/// A pointer that moves without buttons.
public struct HoverEvent: Sendable, Hashable, Codable {
    /// The phase of a hovering pointer.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// The pointer came over the surface.
        case entered
        /// The pointer moved over the surface.
        case moved
        /// The pointer left the surface.
        case exited
    }

    /// What the pointer did.
    public var phase: Phase
    /// When it did so.
    public var time: Timestamp
    /// Where the pointer is.
    public var location: Point

    /// Creates a hover event.
    public init(phase: Phase, time: Timestamp, location: Point) {
        self.phase = phase
        self.time = time
        self.location = location
    }
}
