/// A small state machine that turns touches, wheel or hover into one gesture.
///
/// A recognizer only *proposes* a state; ``GestureArena`` decides, because recognizers that share touches compete. It is
/// a value: a copy is a snapshot. It reads no clock; time comes with the events and with its own timer.
///
/// Allowed moves, all others are a bug of the recognizer and stop the program in debug builds:
/// possible → failed · possible → ended (discrete) · possible → began → changed* → ended · began/changed → cancelled.
///
/// The documentation of each recognizer has its state table: a row names a case, the states that it starts from, the
/// input (touches that go `down`, `move`, go `up` or are taken away by `cancel`; `wheel`, `hover` and the own `timer`),
/// the state after it (– when it stays) and what the owner is sent. A test has the name of each row. What the arena
/// decides for every recognizer alike is in none of them: it fails one that is prevented or had to wait in vain, holds
/// back one that must wait, cancels one that is disabled or removed, and shows nothing to one that has ended, failed or
/// was cancelled until it is possible again.
public protocol GestureRecognizer: Sendable, Codable {
    /// The kind of gesture that this recognizer finds.
    var kind: GestureKind { get }

    /// What the gesture measures now, read after each proposal.
    var reading: GestureReading { get }

    /// What the gesture measures now, but for what takes time to work out and is there later for ``completed(_:)``; the
    /// default leaves nothing out.
    var briefReading: GestureReading { get }

    /// The last gesture, made of a brief reading, with what that has left out; the default changes nothing.
    func completed(_ gesture: Gesture) -> Gesture

    /// The timer that is armed, if any.
    var timer: GestureTimer? { get }

    /// Takes the surface's thresholds over; called once, when the recognizer is attached.
    mutating func configure(_ thresholds: GestureThresholds)

    /// Looks at an input and proposes the next state.
    ///
    /// - Parameters:
    ///   - input: The event, limited to the touches that this recognizer may see.
    ///   - state: The state that the arena holds for this recognizer, never a terminal one.
    /// - Returns: The proposed state, or `nil` to stay.
    mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState?

    /// Looks at an input as ``handle(_:in:)`` does and tells the timer along with the proposal; the default asks for one
    /// after the other, which is all that it may do.
    mutating func respond(to input: RecognizerInput, in state: GestureState) -> RecognizerResponse

    /// Forgets everything but the configuration, ready for the next touch sequence.
    mutating func reset()

    /// Counts the translation from now on from `translation` and forgets the velocity; only a drag has one, so the
    /// default does nothing.
    mutating func setTranslation(_ translation: Vector)

    /// Takes over the axis of the screen along which another recognizer of its type runs, because the chart has turned; the
    /// default does nothing.
    mutating func takeDirection(of other: any GestureRecognizer)

    /// Takes over the size of the plot area in points, when attached and whenever it changes; the default does nothing.
    mutating func viewportChanged(width: Double, height: Double)
}

extension GestureRecognizer {
    /// All that it measures.
    public var briefReading: GestureReading { reading }
    /// Changes nothing.
    public func completed(_ gesture: Gesture) -> Gesture { gesture }
    /// The proposal of ``handle(_:in:)`` and the timer that is armed then.
    public mutating func respond(to input: RecognizerInput, in state: GestureState) -> RecognizerResponse {
        let proposal = handle(input, in: state)
        return RecognizerResponse(proposal: proposal, timer: timer)
    }
    /// Does nothing.
    public mutating func setTranslation(_ translation: Vector) {}
    /// Does nothing.
    public mutating func takeDirection(of other: any GestureRecognizer) {}
    /// Does nothing.
    public mutating func viewportChanged(width: Double, height: Double) {}
}

/// What a recognizer measures at one moment.
public struct GestureReading: Sendable, Hashable, Codable {
    /// The centroid of the touches, or the pointer's position.
    public var location: Point
    /// The number of the gesture's touches that are down.
    public var numberOfTouches: Int
    /// The measurements of the kind.
    public var values: GestureValues

    /// Creates a reading.
    public init(location: Point, numberOfTouches: Int, values: GestureValues) {
        self.location = location
        self.numberOfTouches = numberOfTouches
        self.values = values
    }
}

extension Gesture {
    /// Creates the state that a recognizer has measured.
    @inline(__always)
    init(state: GestureState, time: Timestamp, reading: GestureReading, modifiers: ModifierKeys) {
        self.init(
            state: state, time: time, location: reading.location, values: reading.values,
            numberOfTouches: reading.numberOfTouches, modifiers: modifiers)
    }
}

/// A deadline that a recognizer waits for.
public struct GestureTimer: Sendable, Hashable, Codable {
    /// When the timer fires relative to an event at the same moment.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Fires when deadline ≤ t: something begins at the deadline (long press).
        case begin
        /// Fires when deadline < t: an event at the deadline itself is still in time (tap gap, wheel idle).
        case expiry
    }

    /// How the deadline compares.
    public var kind: Kind
    /// The moment that the recognizer waits for.
    public var deadline: Timestamp

    /// Creates a timer.
    public init(kind: Kind, deadline: Timestamp) {
        self.kind = kind
        self.deadline = deadline
    }
}

/// What comes of showing a recognizer an input.
public struct RecognizerResponse: Sendable, Hashable {
    /// The proposed state, or `nil` to stay.
    public let proposal: GestureState?
    /// The timer that is armed, if any.
    public let timer: GestureTimer?

    /// Creates a response.
    public init(proposal: GestureState?, timer: GestureTimer?) {
        self.proposal = proposal
        self.timer = timer
    }
}

/// What a recognizer is shown.
public enum RecognizerInput: Sendable {
    /// Touches of this recognizer changed.
    case touches(TouchChange)
    /// The wheel turned.
    case wheel(WheelEvent)
    /// The pointer hovered.
    case hover(HoverEvent)
    /// The recognizer's own timer fired; the time is its deadline.
    case timer(Timestamp)
}

/// Touches that changed in one event, as one recognizer sees them.
public struct TouchChange: Sendable {
    /// What happened to ``changed``.
    public var phase: TouchPhase
    /// When it happened.
    public var time: Timestamp
    /// The touches that changed, in order of arrival, with their new locations.
    public var changed: [Touch] {
        get { some ?? down }
        set { some = newValue }
    }
    /// The touches that this recognizer sees and that are down after the event, in order of arrival.
    public var down: [Touch] { willSet { if some == nil { some = down } } }
    /// Those of ``changed`` unless all that are ``down`` have moved, which is so in nearly every move and then counts no
    /// reference twice.
    private var some: [Touch]?
    /// The keyboard modifiers held.
    public var modifiers: ModifierKeys

    /// Creates a change.
    public init(
        phase: TouchPhase, time: Timestamp, changed: [Touch], down: [Touch], modifiers: ModifierKeys = []
    ) {
        self.phase = phase
        self.time = time
        some = changed
        self.down = down
        self.modifiers = modifiers
    }

    /// Creates the move of all touches that are down.
    init(phase: TouchPhase, time: Timestamp, moved touches: [Touch], modifiers: ModifierKeys) {
        self.phase = phase
        self.time = time
        down = touches
        self.modifiers = modifiers
    }

    /// Whether all touches that are down have moved.
    var isOfAll: Bool { some == nil }
}
