/// What the owner of recognizers may decide while the arena works.
public protocol GestureArenaDelegate {
    /// Whether the owner's recognizers see the current event at all; a touch that ends unseen ends as cancelled.
    func shouldObserve(owner: String) -> Bool
    /// Whether the owner's recognizers may follow a touch that has just begun (UIKit's `shouldReceive`).
    func shouldReceive(_ touch: Touch, owner: String) -> Bool
    /// Whether a recognizer may leave possible with this gesture (UIKit's `gestureRecognizerShouldBegin`); if not, it
    /// fails.
    func shouldBegin(_ gesture: Gesture, owner: String) -> Bool
}

/// The recognizers of one surface, and the judge between them.
public struct GestureArena: Sendable {
    /// How a recognizer stands to the others.
    public struct Registration: Sendable {
        /// The id of the modifier that owns the recognizer.
        public var owner: String
        /// Which of the owner's recognizers this is.
        public var role: Int
        /// The recognizer.
        public var recognizer: any GestureRecognizer
        /// Modifiers whose recognizers must fail first.
        public var requireFailureOf: [String]
        /// Modifiers whose recognizers may be active at the same time.
        public var simultaneousWith: [String]
        /// The role of the owner's recognizer whose recognition arms this one for the rest of the touch sequence.
        ///
        /// An armed recognizer goes before every other of its kind: they wait until it has failed.
        public var armedBy: Int?
        /// Whether the recognizer takes part.
        public var isEnabled: Bool

        /// Creates a registration.
        public init(
            owner: String, role: Int = 0, recognizer: any GestureRecognizer, requireFailureOf: [String] = [],
            simultaneousWith: [String] = [], armedBy: Int? = nil, isEnabled: Bool = true
        ) {
            self.owner = owner
            self.role = role
            self.recognizer = recognizer
            self.requireFailureOf = requireFailureOf
            self.simultaneousWith = simultaneousWith
            self.armedBy = armedBy
            self.isEnabled = isEnabled
        }
    }

    /// Creates an arena without recognizers.
    ///
    /// - Parameters:
    ///   - thresholds: What every recognizer is configured with.
    ///   - maximumTouches: How many touches may be down at once.
    public init(thresholds: GestureThresholds, maximumTouches: Int = 16) { fatalError() }

    /// The thresholds of the surface.
    public var thresholds: GestureThresholds { fatalError() }

    /// The touches that are down, in order of arrival.
    public var touchesDown: [Touch] { fatalError() }

    /// Whether a touch is down.
    public var hasTouches: Bool { fatalError() }

    /// The gestures in progress (began or changed), in order of registration, each in its last state.
    public var activeGestures: [GestureTransition] { fatalError() }

    /// The recognizers that are possible and engaged or wait for others: whether anything but idleness would be lost by
    /// dropping the arena.
    public var isIdle: Bool { fatalError() }

    /// The owners of registered recognizers, in order of registration, each once.
    public var owners: [String] { fatalError() }

    /// Adds an owner's recognizers before those of another owner, or at the end.
    public mutating func attach(_ registrations: [Registration], before other: String? = nil) { fatalError() }

    /// Removes an owner's recognizers and cancels what they had in progress.
    public mutating func detach(owner: String, into transitions: inout [GestureTransition]) { fatalError() }

    /// Enables or disables an owner's recognizers; disabling cancels what they had in progress.
    public mutating func setEnabled(_ isEnabled: Bool, owner: String, into transitions: inout [GestureTransition]) {
        fatalError()
    }

    /// Fires every timer that is due before an event at `time`, in order of (deadline, registration).
    public mutating func advance(
        to time: Timestamp, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) { fatalError() }

    /// Shows an event to the recognizers and decides; timers that are due have been fired by ``advance(to:delegate:into:)``.
    ///
    /// - Parameters:
    ///   - event: A touch, wheel or hover event; a gesture or a tick is none of the arena's business and does nothing.
    ///   - delegate: The owners' say.
    ///   - transitions: Where the decisions are appended, in the order in which they were made.
    /// - Returns: The contacts that were ignored.
    /// - Throws: ``TouchError``; the arena must then be thrown away, for the event may be half applied.
    public mutating func handle(
        _ event: InputEvent, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) throws(TouchError) -> [IgnoredContact] { fatalError() }

    /// Cancels every gesture and forgets every touch, timer and tap.
    public mutating func cancelAll(into transitions: inout [GestureTransition]) { fatalError() }

    /// Fires every armed timer whatever its deadline and forgets the tap history: the clock is about to be based anew.
    public mutating func resolveTimers(
        delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) { fatalError() }
}
