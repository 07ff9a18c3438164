/// The recognizers of one surface, and the decisions between them.
///
/// The order of registration is the priority of the recognizers. The arena shows each input to every recognizer that
/// may see it. Then it decides on all their proposals:
///
/// 1. Proposals to fail come first; they may release recognizers that wait.
/// 2. The other proposals follow in order. For a recognizer that proposes to leave possible:
///    - It fails if a recognizer that it requires to fail is active or was recognized.
///    - It waits while such a recognizer is possible and engaged: it has seen a touch of this sequence, or its timer is
///      armed.
///    - It fails if another recognizer that shares a touch with it is active, and neither allows both.
///    - Otherwise it is recognized. Every possible recognizer that shares a touch and is not allowed beside it fails.
/// 3. The arena releases waiting recognizers until no more can be released.
///
/// A touch sequence begins with the first touch down and ends when every touch is up. At its end terminal recognizers
/// become possible again. Recognizers that wait or have a timer keep their state, but a waiting continuous one fails,
/// because there is nothing left to follow. Hover and wheel recognizers share no touches, and become possible again at
/// once.
///
/// An arena is a value: a copy is a snapshot. The same inputs give the same transitions.
///
/// ```swift
/// struct Everyone: GestureArenaDelegate {
///     func shouldObserve(owner: String) -> Bool { true }
///     func shouldReceive(_ touch: Touch, kind: GestureKind, owner: String) -> Bool { true }
///     func shouldBegin(_ gesture: Gesture, owner: String) -> Bool { true }
/// }
/// var arena = GestureArena(thresholds: GestureThresholds(profile: .uikit))
/// arena.attach([.init(owner: "pan", recognizer: PanGestureRecognizer())])
/// var transitions: [GestureTransition] = []
/// for (phase, time, x) in [(TouchPhase.began, 0, 10.0), (.moved, 16_000, 40)] {
///     let finger = TouchEvent.Contact(id: 1, location: Point(x: x, y: 10))
///     let event = TouchEvent(phase: phase, time: Timestamp(microseconds: Int64(time)), contacts: [finger])
///     _ = try arena.handle(.touch(event), delegate: Everyone(), into: &transitions)
/// }
/// assert(transitions.map(\.gesture.state) == [.began] && arena.hasTouches)
/// ```
public struct GestureArena: Sendable {
    /// The recognizers, in order of registration.
    var recognizers: [any GestureRecognizer] = []
    /// The rarely used data of each of ``recognizers``.
    package internal(set) var slots: [RecognizerSlot] = []
    /// The decided state of each of ``recognizers``.
    package internal(set) var statuses: [RecognizerStatus] = []
    /// The last gesture of each of ``recognizers`` that the arena sent; empty while there is none.
    package internal(set) var lastGestures: [Gesture?] = []
    var tracker: TouchTracker
    /// The time of the last event or deadline.
    public internal(set) var lastTime = Timestamp(microseconds: 0)
    /// The keyboard modifiers of the last touch or wheel event.
    var modifiers: ModifierKeys = []
    /// Whether a touch is down; stored, so that reading it copies no list of touches.
    public internal(set) var hasTouches = false
    /// Whether a touch has been down since the last end of a touch sequence.
    var isInTouchSequence = false
    /// The number of recognizers that wait.
    var waitingCount = 0
    /// Whether a recognizer has a proposal for the current input.
    var hasProposal = false
    /// Whether a possible recognizer has a proposal for the current input.
    var hasProposalOfPossible = false
    /// Whether a recognizer may have an armed timer; true when it is unknown.
    var hasTimer = true
    /// Whether a recognizer may have become terminal.
    var hasTerminal = false
    /// Whether a recognizer arms another.
    var hasArming = false
    private var viewport: Vector?

    private let common: CommonThresholds

    /// Creates an arena without recognizers.
    ///
    /// - Parameters:
    ///   - thresholds: The thresholds of every recognizer.
    ///   - maximumTouches: The largest number of touches down at once, at most ``TouchTracker/mostTouches``.
    public init(thresholds: GestureThresholds, maximumTouches: Int = 16) {
        common = .of(thresholds)
        tracker = TouchTracker(thresholds: thresholds, maximumTouches: maximumTouches)
    }

    /// The thresholds of the surface.
    public var thresholds: GestureThresholds { common.value }

    /// The touches that are down, in order of arrival.
    public var touchesDown: [Touch] { tracker.touches }

    /// The gestures in progress (began or changed), in order of registration.
    public var activeGestures: [GestureTransition] {
        statuses.indices.compactMap { position in
            guard statuses[position].state.isActive, let gesture = lastGesture(of: position) else { return nil }
            return GestureTransition(
                owner: slots[position].owner, role: slots[position].role, gesture: gesture,
                cause: statuses[position].lastCause, sendsAction: true)
        }
    }

    /// The owner, kind and state of each gesture in progress, in order of registration; it measures nothing.
    package var activeRecognizers: [(owner: String, kind: GestureKind, state: GestureState)] {
        var active: [(owner: String, kind: GestureKind, state: GestureState)] = []
        for position in statuses.indices where statuses[position].state.isActive {
            active.append((slots[position].owner, statuses[position].kind, statuses[position].state))
        }
        return active
    }

    /// The last gesture that the arena sent for a recognizer, with its velocity.
    private func lastGesture(of position: Int) -> Gesture? {
        guard let gesture = keptGesture(of: position) else { return nil }
        return statuses[position].isLastGestureBrief ? recognizers[position].completed(gesture) : gesture
    }

    /// The failures of recognizers that are not possible again yet, in order of registration.
    public var failures: [GestureTransition] { slots.compactMap(\.failure) }

    /// The recognizers that follow touches and have not decided yet, in order of registration.
    public var pendingRecognizers: [PendingRecognizer] {
        statuses.indices.compactMap { position in
            guard statuses[position].isEngaged, statuses[position].kind.followsTouches else { return nil }
            let reading = recognizers[position].reading
            let gesture = Gesture(
                state: .possible, time: lastTime, location: reading.location, values: reading.values,
                numberOfTouches: reading.numberOfTouches, modifiers: modifiers)
            return PendingRecognizer(
                owner: slots[position].owner, gesture: gesture, obstacle: obstacle(of: position))
        }
    }

    private func obstacle(of position: Int) -> PendingRecognizer.Obstacle? {
        switch readiness(of: position) {
        case .unarmed: .unarmed
        case .waits(let other): statuses[position].isWaiting ? .waits(slots[other].owner) : nil
        case .free, .required, .prevented: nil
        }
    }

    /// Whether the arena has no state that affects later events.
    ///
    /// Then no touch is down, no gesture is in progress, no timer is armed and no recognition waits. Also, the next
    /// touch down cannot count as a further tap.
    public var isIdle: Bool { !hasTouches && !tracker.remembersTap && statuses.allSatisfy(\.isIdle) }

    /// The owners of the recognizers, each once, in order of registration.
    public var owners: [String] {
        slots.reduce(into: []) { owners, slot in
            if !owners.contains(slot.owner) { owners.append(slot.owner) }
        }
    }

    /// Adds an owner's recognizers before those of another owner, or at the end.
    ///
    /// They do not follow touches that are down already.
    public mutating func attach(_ registrations: [Registration], before other: String? = nil) {
        var position = slots.firstIndex { $0.owner == other } ?? slots.endIndex
        for registration in registrations {
            var recognizer = registration.recognizer
            recognizer.configure(thresholds)
            if let viewport { recognizer.viewportChanged(width: viewport.dx, height: viewport.dy) }
            recognizers.insert(recognizer, at: position)
            statuses.insert(RecognizerStatus(registration), at: position)
            slots.insert(RecognizerSlot(registration), at: position)
            if !lastGestures.isEmpty { lastGestures.insert(nil, at: position) }
            position += 1
        }
        recognizers.trimCapacity()
        statuses.trimCapacity()
        slots.trimCapacity()
        relate()
    }

    /// Cancels the gestures in progress of an owner's recognizers, and fails the engaged ones.
    package mutating func stop(owner: String, into steps: inout [ArenaStep]) {
        for position in statuses.indices where slots[position].owner == owner {
            stop(position, into: &steps)
        }
    }

    /// Removes an owner's recognizers.
    ///
    /// Call it after ``stop(owner:into:)`` and after reading the steps, because positions change.
    package mutating func remove(owner: String) {
        for position in slots.indices.reversed() where slots[position].owner == owner {
            recognizers.remove(at: position)
            slots.remove(at: position)
            statuses.remove(at: position)
            if !lastGestures.isEmpty { lastGestures.remove(at: position) }
        }
        relate()
    }

    /// Makes existing recognizers adopt the screen axes of new registrations, without interrupting gestures.
    package mutating func turn(like registrations: [Registration]) {
        for registration in registrations {
            for position in slots.indices
            where slots[position].role == registration.role && slots[position].owner == registration.owner {
                recognizers[position].takeDirection(of: registration.recognizer)
            }
        }
    }

    /// Enables or disables an owner's recognizers; disabling stops them.
    package mutating func setEnabled(_ isEnabled: Bool, owner: String, into steps: inout [ArenaStep]) {
        for position in statuses.indices where slots[position].owner == owner {
            if !isEnabled { stop(position, into: &steps) }
            statuses[position].isEnabled = isEnabled
        }
        resetTerminal()
    }

    /// Restarts the translation of an owner's drag at `translation` and discards its velocity.
    public mutating func setTranslation(_ translation: Vector, owner: String, role: Int) {
        for position in statuses.indices where slots[position].role == role && slots[position].owner == owner {
            keep(lastGesture(of: position), of: position)
            statuses[position].isLastGestureBrief = false
            recognizers[position].setTranslation(translation)
        }
    }

    /// Sets the size of the plot area, in points, for all current and later recognizers.
    public mutating func setViewport(width: Double, height: Double) {
        viewport = Vector(dx: width, dy: height)
        for position in statuses.indices {
            recognizers[position].viewportChanged(width: width, height: height)
        }
    }

    /// Cancels the gestures in progress of an owner's recognizers; they follow their touches no more.
    package mutating func cancelGestures(of owner: String, into steps: inout [ArenaStep]) {
        for position in statuses.indices where slots[position].owner == owner && statuses[position].state.isActive {
            stop(position, into: &steps)
            hasTerminal = true
        }
        if !hasTouches { resetTerminal() }
    }

    /// Adapts to a plot area of another size, in points; gestures in progress go on.
    ///
    /// Touches keep their place in it until the client says where they are. That event moves nothing.
    ///
    /// - Parameters:
    ///   - factors: How many times wider and higher the plot area is.
    ///   - width: The new width.
    ///   - height: The new height.
    package mutating func resize(by factors: Vector, width: Double, height: Double) {
        tracker.resize(by: factors)
        for position in lastGestures.indices {
            guard let location = lastGestures[position]?.location else { continue }
            lastGestures[position]?.location = location.scaled(by: factors)
        }
        setViewport(width: width, height: height)
    }

    /// Cancels every gesture and discards every touch, timer and tap.
    package mutating func cancelAll(into steps: inout [ArenaStep]) {
        for position in statuses.indices { stop(position, into: &steps) }
        _ = tracker.cancelAll(at: lastTime)
        tracker.trimCapacity()
        hasTouches = false
        isInTouchSequence = false
        for position in statuses.indices { reset(position) }
        lastGestures = []
        hasTerminal = false
    }

    /// Cancels an active recognizer or fails an engaged one, and stops following its touches.
    private mutating func stop(_ position: Int, into steps: inout [ArenaStep]) {
        if statuses[position].state.isActive {
            let gesture = gesture(of: position, in: .cancelled, at: lastTime)
            send(position, gesture, cause: .cancelled, into: &steps)
        } else if statuses[position].isEngaged {
            fail(position, at: lastTime, cause: .cancelled, into: &steps)
        }
        statuses[position].followed = 0
        statuses[position].hasSeenTouch = false
        statuses[position].isArmed = false
    }

    /// The last gesture that the arena sent for a recognizer, perhaps without its velocity.
    func keptGesture(of position: Int) -> Gesture? {
        position < lastGestures.count ? lastGestures[position] : nil
    }

    /// Stores the last gesture that the arena sent for a recognizer.
    @inline(__always)
    mutating func keep(_ gesture: Gesture?, of position: Int) {
        if lastGestures.isEmpty {
            guard gesture != nil else { return }
            lastGestures = Array(repeating: nil, count: statuses.count)
        }
        lastGestures[position] = gesture
    }
}

extension GestureArena {
    /// A recognizer with its owner and its relations to other recognizers.
    public struct Registration: Sendable {
        /// The id of the modifier that owns the recognizer.
        public var owner: String
        /// The number of the recognizer among those of the owner.
        public var role: Int
        /// The recognizer.
        public var recognizer: any GestureRecognizer
        /// Modifiers whose recognizers must fail first.
        public var requireFailureOf: [String]
        /// Modifiers whose recognizers may be active at the same time.
        public var simultaneousWith: [String]
        /// Whether the owner also receives gestures that another owner has handled.
        ///
        /// Its recognizers may then be active together with earlier ones of their kind.
        public var receivesHandled: Bool
        /// The role of the owner's recognizer whose recognition arms this one for the rest of the touch sequence.
        ///
        /// An armed recognizer has priority: the others of its kind wait until it has failed.
        public var armedBy: Int?
        /// Whether the recognizer takes part.
        public var isEnabled: Bool
        /// Whether the owner reads the velocity of a pan in progress, and not only the final one.
        public var needsVelocity: Bool

        /// Creates a registration.
        public init(
            owner: String, role: Int = 0, recognizer: any GestureRecognizer, requireFailureOf: [String] = [],
            simultaneousWith: [String] = [], receivesHandled: Bool = false, armedBy: Int? = nil,
            isEnabled: Bool = true, needsVelocity: Bool = true
        ) {
            self.owner = owner
            self.role = role
            self.recognizer = recognizer
            self.requireFailureOf = requireFailureOf
            self.simultaneousWith = simultaneousWith
            self.receivesHandled = receivesHandled
            self.armedBy = armedBy
            self.isEnabled = isEnabled
            self.needsVelocity = needsVelocity
        }
    }
}
