/// The body of `POST …/events`.
public struct EventBatchBody: Sendable, Hashable {
    /// The client's name; all batches without a name belong to one client.
    public var client: String?
    /// The sequence number of the batch for this client, from 1.
    public var sequence: Int?
    /// The size of the plot where the events were made; nil where the batch does not say it.
    public var frame: FrameBody?
    /// The sizes of other surfaces on the client's page, by their ids.
    public var frames: [String: FrameBody]
    /// The events, in the client's order.
    public var events: [EventBody]
    /// The touches of all events, in the order of the events.
    public var touches: [TouchBody.Contact]

    /// The most other surfaces of which a batch says a size.
    public static let mostFrames = 64
    /// The longest name of a client, in bytes.
    public static let maximumClientLength = 128

    /// The most gestures that the events end: those of lifted fingers, those that the client has recognized, and a tap
    /// that an earlier batch has left waiting for a second one.
    public var mostGestures: Int {
        1
            + events.count { event in
                switch event {
                case .touch(let touch): touch.phase == .ended
                case .gesture(let gesture): gesture.state == .ended || gesture.state == .recognized
                case .wheel, .hover, .tick: false
                }
            }
    }
}

/// The size of a plot, in points.
public struct FrameBody: Sendable, Hashable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double
}

/// One event as a client sends it.
public enum EventBody: Sendable, Hashable {
    /// Touches that change.
    case touch(TouchBody)
    /// A turn of the wheel.
    case wheel(WheelBody)
    /// A hovering pointer.
    case hover(HoverBody)
    /// A gesture that the client's platform has recognized.
    indirect case gesture(GestureBody)
    /// The passing of time.
    case tick(time: Double)
}

/// Touches that change at one moment.
public struct TouchBody: Sendable, Hashable {
    /// The phases of a touch.
    public enum Phase: ShortWord, Sendable, CaseIterable {
        /// Down.
        case began = "began"
        /// Moved.
        case moved = "moved"
        /// Up.
        case ended = "ended"
        /// Cancelled by the platform.
        case cancelled = "cancelled"
    }

    /// The device that makes a touch.
    public enum Kind: ShortWord, Sendable, CaseIterable {
        /// A finger.
        case touch = "touch"
        /// A mouse.
        case mouse = "mouse"
        /// A pen.
        case pen = "pen"
    }

    /// One touch.
    public struct Contact: Sendable, Hashable {
        /// The client's number.
        public var id: Int
        /// The position in points.
        public var x, y: Double
        /// The device that makes the touch.
        public var kind: Kind?
        /// The pressed buttons.
        public var buttons: Int?
        /// The pressure.
        public var pressure: Double?
    }

    /// What happens to the touches.
    public var phase: Phase
    /// Milliseconds of the client's clock.
    public var time: Double
    /// The range of the touches that change, at least one, in those of the batch.
    public var touches: Range<Int>
    /// The held keys.
    public var modifiers: HeldKeys
}

/// The keys that are held during an event.
public struct HeldKeys: OptionSet, Sendable, Hashable {
    /// The bits of the keys.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Control.
    public static let ctrl = HeldKeys(rawValue: 1)
    /// Shift.
    public static let shift = HeldKeys(rawValue: 2)
    /// Alt or Option.
    public static let alt = HeldKeys(rawValue: 4)
    /// Command or Windows.
    public static let meta = HeldKeys(rawValue: 8)
}

/// A turn of the wheel.
public struct WheelBody: Sendable, Hashable {
    /// The units of a turn.
    public enum DeltaMode: ShortWord, Sendable, CaseIterable {
        /// Points.
        case pixel = "pixel"
        /// Lines.
        case line = "line"
        /// Pages.
        case page = "page"
    }

    /// Milliseconds of the client's clock.
    public var time: Double
    /// The pointer's position.
    public var x, y: Double
    /// The turn.
    public var deltaX, deltaY: Double
    /// The unit of the turn.
    public var deltaMode: DeltaMode
    /// The held keys.
    public var modifiers: HeldKeys
}

/// A hovering pointer.
public struct HoverBody: Sendable, Hashable {
    /// The phases of hovering.
    public enum Phase: ShortWord, Sendable, CaseIterable {
        /// Entered the surface.
        case entered = "entered"
        /// Moved.
        case moved = "moved"
        /// Left the surface.
        case exited = "exited"
    }

    /// What the pointer did.
    public var phase: Phase
    /// Milliseconds of the client's clock.
    public var time: Double
    /// The pointer's position.
    public var x, y: Double
}
