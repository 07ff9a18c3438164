/// The recognizers of one surface, and the judge between them.
///
/// Recognizers stand in order of registration, which is their priority. Each input goes to every recognizer that may see
/// it, then what they propose is decided in one go:
///
/// 1. Failures first; they may release recognizers that wait.
/// 2. The others in order. One that wants to leave possible fails when a recognizer that it requires to fail is active or
///    recognized; waits while one is possible and engaged, that is, has seen a touch of this sequence or has a timer
///    armed; fails when another recognizer that shares a touch with it is active and neither allows both; else it
///    commits, and every possible recognizer that shares a touch and is not allowed beside it fails.
/// 3. Until nobody who waits can be released any more.
///
/// A touch sequence begins with the first touch down and ends when every touch is up. At its end terminal recognizers
/// become possible again; those that wait, and those with a timer, live on. A continuous recognizer that still waits when
/// its touches are up fails, for there is nothing left to follow. Hover and wheel recognizers share no touch with anybody
/// and become possible again at once.
///
/// It is a value: a copy is a snapshot. Same inputs, same transitions.
public struct GestureArena: Sendable {
    /// The recognizers, in order of registration; only what they propose changes their state.
    var recognizers: [any GestureRecognizer] = []
    /// What is rarely looked at, for each of ``recognizers``.
    package internal(set) var slots: [RecognizerSlot] = []
    /// What the arena has decided on each of ``recognizers``.
    package internal(set) var statuses: [RecognizerStatus] = []
    /// The last gesture that each owner was told, for each of ``recognizers``; empty while none is kept, as between gestures.
    package internal(set) var lastGestures: [Gesture?] = []
    var tracker: TouchTracker
    /// The time of the last event or deadline.
    var lastTime = Timestamp(microseconds: 0)
    /// The keyboard modifiers of the last event that had any to tell.
    var modifiers: ModifierKeys = []
    /// Whether a touch is down; derived from ``touchesDown`` whenever they change, so that asking copies nothing.
    public internal(set) var hasTouches = false
    /// Whether a touch has been down since the last end of a touch sequence.
    var isInTouchSequence = false
    /// How many recognizers wait.
    var waitingCount = 0
    /// Whether a recognizer has proposed something for the input that is decided now.
    var hasProposal = false
    /// Whether one of those is possible, so that more is to be decided than that a gesture goes on.
    var hasProposalOfPossible = false
    /// Whether a recognizer may have a timer armed; derived, and never wrong when it is true.
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
    ///   - thresholds: What every recognizer is configured with.
    ///   - maximumTouches: How many touches may be down at once, at most ``TouchTracker/mostTouches``.
    public init(thresholds: GestureThresholds, maximumTouches: Int = 16) {
        common = .of(thresholds)
        tracker = TouchTracker(thresholds: thresholds, maximumTouches: maximumTouches)
    }

    /// The thresholds of the surface.
    public var thresholds: GestureThresholds { common.value }

    /// The touches that are down, in order of arrival.
    public var touchesDown: [Touch] { tracker.touches }

    /// The gestures in progress (began or changed), in order of registration, each in its last state.
    public var activeGestures: [GestureTransition] {
        statuses.indices.compactMap { position in
            guard statuses[position].state.isActive, let gesture = lastGesture(of: position) else { return nil }
            return GestureTransition(
                owner: slots[position].owner, role: slots[position].role, gesture: gesture,
                cause: statuses[position].lastCause, sendsAction: true)
        }
    }

    /// Whose gestures are in progress, of which kind and in which state, in order of registration; it works out nothing that
    /// they measure.
    package var activeRecognizers: [(owner: String, kind: GestureKind, state: GestureState)] {
        var active: [(owner: String, kind: GestureKind, state: GestureState)] = []
        for position in statuses.indices where statuses[position].state.isActive {
            active.append((slots[position].owner, statuses[position].kind, statuses[position].state))
        }
        return active
    }

    /// The last gesture that an owner was told, with its velocity.
    private func lastGesture(of position: Int) -> Gesture? {
        guard let gesture = keptGesture(of: position) else { return nil }
        return statuses[position].isLastGestureBrief ? recognizers[position].completed(gesture) : gesture
    }

    /// How recognizers have failed that are not possible again yet, in order of registration.
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
        switch standing(of: position) {
        case .unarmed: .unarmed
        case .waits(let other): statuses[position].isWaiting ? .waits(slots[other].owner) : nil
        case .free, .required, .prevented: nil
        }
    }

    /// Whether nothing would be lost by dropping the arena: no touch is down, no gesture in progress, no timer armed, no
    /// recognition waiting, and the next touch down could not count as a further tap.
    public var isIdle: Bool { !hasTouches && !tracker.remembersTap && statuses.allSatisfy(\.isIdle) }

    /// The owners of registered recognizers, in order of registration, each once.
    public var owners: [String] {
        slots.reduce(into: []) { owners, slot in
            if !owners.contains(slot.owner) { owners.append(slot.owner) }
        }
    }

    /// Adds an owner's recognizers before those of another owner, or at the end.
    ///
    /// Touches that are down already are not followed by them.
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

    /// Cancels what an owner's recognizers have in progress.
    package mutating func stop(owner: String, into steps: inout [ArenaStep]) {
        for position in statuses.indices where slots[position].owner == owner {
            stop(position, into: &steps)
        }
    }

    /// Removes an owner's recognizers, once they are stopped and their steps are told: positions change.
    package mutating func remove(owner: String) {
        for position in slots.indices.reversed() where slots[position].owner == owner {
            recognizers.remove(at: position)
            slots.remove(at: position)
            statuses.remove(at: position)
            if !lastGestures.isEmpty { lastGestures.remove(at: position) }
        }
        relate()
    }

    /// Lets the recognizers of an owner run along the axes of the screen of new ones, whatever they have in progress.
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

    /// Counts the translation of an owner's drag from now on from `translation` and forgets its velocity.
    public mutating func setTranslation(_ translation: Vector, owner: String, role: Int) {
        for position in statuses.indices where slots[position].role == role && slots[position].owner == owner {
            keep(lastGesture(of: position), of: position)
            statuses[position].isLastGestureBrief = false
            recognizers[position].setTranslation(translation)
        }
    }

    /// Tells every recognizer, and those attached later, the size of the plot area in points.
    public mutating func setViewport(width: Double, height: Double) {
        viewport = Vector(dx: width, dy: height)
        for position in statuses.indices {
            recognizers[position].viewportChanged(width: width, height: height)
        }
    }

    /// Cancels every gesture and forgets every touch, timer and tap.
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

    /// Cancels a gesture in progress, fails one that could have come, and lets go of the touches.
    private mutating func stop(_ position: Int, into steps: inout [ArenaStep]) {
        if statuses[position].state.isActive {
            let gesture = gesture(of: position, in: .cancelled, at: lastTime)
            tell(position, gesture, cause: .cancelled, into: &steps)
        } else if statuses[position].isEngaged {
            fail(position, at: lastTime, cause: .cancelled, into: &steps)
        }
        statuses[position].followed = 0
        statuses[position].hasSeenTouch = false
        statuses[position].isArmed = false
    }

    /// The last gesture that an owner was told, as it is kept: perhaps without its velocity.
    func keptGesture(of position: Int) -> Gesture? {
        position < lastGestures.count ? lastGestures[position] : nil
    }

    /// Keeps the last gesture that an owner was told.
    @inline(__always)
    mutating func keep(_ gesture: Gesture?, of position: Int) {
        if lastGestures.isEmpty {
            guard gesture != nil else { return }
            lastGestures = Array(repeating: nil, count: statuses.count)
        }
        lastGestures[position] = gesture
    }
}
