/// A small state machine that turns touches, wheel or hover into one gesture.
///
/// A recognizer only *proposes* a state. ``GestureArena`` decides, because recognizers that share touches compete. A
/// recognizer is a value: a copy is a snapshot. It reads no clock: events and its own timer carry the time.
///
/// These transitions are allowed; any other is a bug of the recognizer and stops the program in debug builds:
/// possible → failed · possible → ended (discrete) · possible → began → changed* → ended · began/changed → cancelled.
///
/// The documentation of each recognizer has a state table, and a test is named after each row. Its columns are:
/// - a name for the case;
/// - the states before it;
/// - the input: touches (`down`, `move`, `up`, `cancel`), `wheel`, `hover` or the own `timer`;
/// - the state after it, or – when the state stays;
/// - the action that the arena sends to the owner.
///
/// The tables leave out what the arena decides for every recognizer. It fails a recognizer that is prevented or waits
/// in vain, and cancels one that is disabled or removed. It holds back one that must wait for another to fail. It shows
/// no input to one that has ended, failed or was cancelled, until that one is possible again.
public protocol GestureRecognizer: Sendable, Codable {
    /// The kind of gesture that this recognizer finds.
    var kind: GestureKind { get }

    /// What the gesture measures now, read after each proposal.
    var reading: GestureReading { get }

    /// What the gesture measures now, without the velocity, which takes time to compute; by default ``reading``.
    ///
    /// ``completed(_:)`` adds the velocity later.
    var readingWithoutVelocity: GestureReading { get }

    /// The last gesture, made from ``readingWithoutVelocity``, with its velocity; the default changes nothing.
    func completed(_ gesture: Gesture) -> Gesture

    /// The timer that is armed, if any.
    var timer: GestureTimer? { get }

    /// Reads the surface's thresholds; the arena calls it once, when it attaches the recognizer.
    mutating func configure(_ thresholds: GestureThresholds)

    /// Looks at an input and proposes the next state.
    ///
    /// - Parameters:
    ///   - input: The event, limited to the touches that this recognizer follows.
    ///   - state: The state that the arena holds for this recognizer; never a terminal one.
    /// - Returns: The proposed state, or `nil` to keep the state.
    mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState?

    /// Looks at an input and returns the proposal of ``handle(_:in:)`` together with ``timer``.
    ///
    /// The default calls the two in turn. An implementation may be faster, but must return the same.
    mutating func respond(to input: RecognizerInput, in state: GestureState) -> RecognizerResponse

    /// Discards everything but the configuration, ready for the next touch sequence.
    mutating func reset()

    /// Restarts the translation at `translation` and discards the velocity; by default does nothing.
    mutating func setTranslation(_ translation: Vector)

    /// Discards the velocity, because the touches end where they were last; by default does nothing.
    mutating func discardVelocity()

    /// Goes on with touches that are at other places since the plot area was resized; by default does nothing.
    ///
    /// The difference is no movement. The arena calls it before the event that says where the touches are.
    ///
    /// - Parameter touches: The touches that the recognizer follows, in order of arrival.
    mutating func touchesPlaced(_ touches: [Touch])

    /// Adopts the screen axis of another recognizer of its type, after the chart was turned; by default does nothing.
    mutating func takeDirection(of other: any GestureRecognizer)

    /// Reads the size of the plot area in points, when attached and at each change; by default does nothing.
    mutating func viewportChanged(width: Double, height: Double)
}

extension GestureRecognizer {
    /// The whole reading.
    public var readingWithoutVelocity: GestureReading { reading }
    /// Changes nothing.
    public func completed(_ gesture: Gesture) -> Gesture { gesture }
    /// The proposal of ``handle(_:in:)``, and the timer that is armed afterwards.
    public mutating func respond(to input: RecognizerInput, in state: GestureState) -> RecognizerResponse {
        let proposal = handle(input, in: state)
        return RecognizerResponse(proposal: proposal, timer: timer)
    }
    /// Does nothing.
    public mutating func setTranslation(_ translation: Vector) {}
    /// Does nothing.
    public mutating func discardVelocity() {}
    /// Does nothing.
    public mutating func touchesPlaced(_ touches: [Touch]) {}
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
    /// The measurements of the gesture's kind.
    public var values: GestureValues

    /// Creates a reading.
    public init(location: Point, numberOfTouches: Int, values: GestureValues) {
        self.location = location
        self.numberOfTouches = numberOfTouches
        self.values = values
    }
}

extension Gesture {
    /// Creates the state of a gesture from a recognizer's reading.
    @inline(__always)
    init(state: GestureState, time: Timestamp, reading: GestureReading, modifiers: ModifierKeys) {
        self.init(
            state: state, time: time, location: reading.location, values: reading.values,
            numberOfTouches: reading.numberOfTouches, modifiers: modifiers)
    }
}

/// A deadline that a recognizer waits for.
public struct GestureTimer: Sendable, Hashable, Codable {
    /// Whether the timer fires before or after an event at its deadline.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Fires when deadline ≤ t: the gesture begins at the deadline (long press).
        case begin
        /// Fires when deadline < t: an event at the deadline itself is still in time (tap gap, wheel idle).
        case expiry
    }

    /// How the deadline compares with the time of an event.
    public var kind: Kind
    /// When the timer fires.
    public var deadline: Timestamp

    /// Creates a timer.
    public init(kind: Kind, deadline: Timestamp) {
        self.kind = kind
        self.deadline = deadline
    }
}

/// A recognizer's answer to an input.
public struct RecognizerResponse: Sendable, Hashable {
    /// The proposed state, or `nil` to keep the state.
    public let proposal: GestureState?
    /// The timer that is armed, if any.
    public let timer: GestureTimer?

    /// Creates a response.
    public init(proposal: GestureState?, timer: GestureTimer?) {
        self.proposal = proposal
        self.timer = timer
    }
}

/// The input of a recognizer.
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
    /// The touches of this recognizer that are down after the event, in order of arrival.
    public var down: [Touch] { willSet { if some == nil { some = down } } }
    /// The touches of ``changed``; `nil` when all touches that are ``down`` moved.
    ///
    /// Nearly every move is of that kind, and then holds one reference to the list instead of two.
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
