public import ChartSeries
public import Gestures

/// A chart that can be touched: the chart, its modifiers, and the recognizers between them and the events.
///
/// A value. What throws leaves a surface half changed, so work on a copy and keep it when all went well.
public struct Surface: Sendable {
    var chain: ModifierChain
    var arena: GestureArena
    /// The gestures that the client recognizes itself and that are in progress, with the modifiers they reached.
    var recognizedByClient: [ClientGesture] = []
    /// The gestures of other surfaces of the event group that modifiers of this one follow.
    var followed: [FollowedGesture] = []
    /// Whether the content that moves after a pan does so because of the event group, by the clock of another surface.
    var coastsWithGroup = false
    /// What happens to the ranges, action by action.
    var actions: ActionRecorder
    private var steps: [ArenaStep] = []

    struct ClientGesture: Sendable, Codable {
        var gesture: Gesture
        var modifiers: [String]
    }

    /// Creates a surface without modifiers.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - thresholds: What decides between gestures.
    ///   - maximumTouches: How many touches may be down at once.
    public init(chart: Chart, thresholds: GestureThresholds = GestureThresholds(), maximumTouches: Int = 16) {
        var chart = chart
        chart.thresholds = thresholds
        chain = ModifierChain(chart: chart)
        actions = ActionRecorder(settled: chart.snapshots)
        arena = GestureArena(thresholds: thresholds, maximumTouches: maximumTouches)
        arena.setViewport(width: chart.size.width, height: chart.size.height)
    }

    /// The chart.
    public var chart: Chart { chain.chart }

    /// Shows the chart where it lies, to who needs no copy of all that it refers to.
    public func withChart<Result>(_ body: (Chart) throws -> Result) rethrows -> Result { try body(chain.chart) }

    /// The rows of the chart, for who needs no copy of all of it.
    public var table: Table { chain.chart.table }

    /// Whether the rows are known not to be those that were written.
    public var isDamaged: Bool { chain.chart.table.soundness?.isDamaged ?? false }

    /// The size of the chart's plot area.
    public var size: ChartSize { chain.chart.size }

    /// The modifiers, in collection order.
    public var modifiers: [AttachedModifier] { chain.modifiers }

    /// The thresholds of its gestures.
    public var thresholds: GestureThresholds { arena.thresholds }

    /// Whether a touch is down.
    public var hasTouches: Bool { arena.hasTouches }

    /// Whether a client has begun what it must end: a touch is down, or a gesture that the client recognizes goes on.
    public var awaitsDriver: Bool { arena.hasTouches || !recognizedByClient.isEmpty }

    /// The gestures in progress: those of touches, wheel and hover in modifier order, then those that the client
    /// recognizes, then those of other surfaces that its modifiers follow.
    public var gestures: [ActiveGesture] {
        arena.activeGestures.map { ActiveGesture(modifier: $0.owner, gesture: $0.gesture) }
            + recognizedByClient.flatMap { one in
                one.modifiers.map { ActiveGesture(modifier: $0, gesture: one.gesture) }
            } + followed.map { ActiveGesture(modifier: $0.modifier, gesture: $0.gesture) }
    }

    /// Runs a batch of events as one update.
    ///
    /// - Parameters:
    ///   - events: The events in time order.
    ///   - start: The time of the same client's last event, which none of the events may precede.
    ///   - isOfNewDriver: Whether they are another client's than the last ones: ``changeDriver()`` goes before them.
    /// - Returns: The contacts that were ignored.
    /// - Throws: ``BatchError`` that names the event at fault.
    public mutating func apply(
        _ events: [InputEvent], since start: Timestamp? = nil, isOfNewDriver: Bool = false
    ) throws(BatchError) -> [IgnoredInput] {
        try asOneUpdate { surface throws(BatchError) in
            if isOfNewDriver { surface.beginWithNewDriver() }
            var next = events.startIndex
            return try surface.apply(events[...], from: &next, since: start, stopsAfterAction: false)
        }
    }

    /// Runs the events of a batch up to the end of the first action, so that other surfaces can follow it before the next
    /// one; call it until no events are left, and take the steps after each call.
    ///
    /// - Parameters:
    ///   - events: The events of the batch that are left, in time order; those that have happened are removed.
    ///   - start: The time of the last event before them.
    ///   - isOfNewDriver: Whether they are another client's than the last ones: ``changeDriver()`` goes before them.
    ///   - isContinued: Whether a part of the batch has happened before.
    /// - Returns: The contacts that were ignored.
    /// - Throws: ``BatchError`` that names the event at fault.
    public mutating func applyAction(
        of events: inout ArraySlice<InputEvent>, since start: Timestamp?, isOfNewDriver: Bool, isContinued: Bool
    ) throws(BatchError) -> [IgnoredInput] {
        if !isContinued { forgetReports() }
        return try asPartOfUpdate { surface throws(BatchError) in
            if isOfNewDriver, !isContinued {
                surface.beginWithNewDriver()
                if surface.actions.hasSteps { return [] }
            }
            var next = events.startIndex
            defer { events = events[next...] }
            return try surface.apply(events, from: &next, since: start, stopsAfterAction: true)
        }
    }

    private mutating func beginWithNewDriver() {
        chain.chart.trace?.begin(event: 0)
        changeDriver()
    }

    private mutating func apply(
        _ events: ArraySlice<InputEvent>, from next: inout Int, since start: Timestamp?, stopsAfterAction: Bool
    ) throws(BatchError) -> [IgnoredInput] {
        var ignored: [IgnoredInput] = []
        var latest = start
        let span = events.span
        while next < events.endIndex {
            if try move(span[next - events.startIndex], at: next, since: &latest, ignored: &ignored) {
                next += 1
                continue
            }
            let event = events[next]
            if let latest, event.time < latest { throw BatchError(event: next, reason: .timeReversed) }
            latest = event.time
            advance(to: event, at: next)
            if stopsAfterAction, actions.hasSteps { return ignored }
            try handle(event, at: next, ignored: &ignored)
            next += 1
            if stopsAfterAction, actions.hasSteps, next < events.endIndex { return ignored }
        }
        if isTracing { tracePending() }
        return ignored
    }

    /// Makes a change, publishes it as one update, and lets the modifiers follow it, unless the caller does so later.
    mutating func asOneUpdate<Result, Failure: Error>(
        isShown: Bool = true, _ change: (inout Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result: Result
        if chain.chart.suspensionDepth == 0, !chain.chart.recognized.isEmpty { chain.chart.recognized = [] }
        do {
            chain.chart.suspensionDepth += 1
            defer { chain.chart.suspensionDepth -= 1 }
            result = try change(&self)
        }
        chain.keepRanges()
        if chain.chart.suspensionDepth == 0 { chain.chart.publishUpdate() }
        if isShown { chain.followUpdate() }
        if !arena.hasTouches { steps = [] }
        return result
    }

    /// Lets everything happen that comes before an event; once more for the same event, nothing does.
    private mutating func advance(to event: InputEvent, at index: Int) {
        if isTracing { traceBegin(of: event, at: index) }
        arena.advance(to: event.time, delegate: &chain, into: &steps)
        if event.endsWheel { arena.endWheels(delegate: &chain, into: &steps) }
        deliverSteps()
        if event.takesOver { stopFollowing() }
        if !coastsWithGroup { chain.coast(to: event.time) }
        if case .touch(let touch) = event, touch.phase == .began { chain.chart.stopInertia() }
        endActionWhenIdle()
        if beginsAllTouchesAnew(event), !hasGestureWithoutTouches { endAction() }
    }

    private mutating func handle(
        _ event: InputEvent, at index: Int, ignored: inout [IgnoredInput]
    ) throws(BatchError) {
        if isTracing { traceOutside(event, at: index) }
        chain.offer(event)
        switch event {
        case .wheel, .hover:
            for id in chain.ownersOfRecognizers(for: event) {
                arena.handle(event, owner: id, delegate: &chain, into: &steps)
                deliverSteps()
            }
        case .touch(let touch):
            if touch.phase == .began { chain.heldKeys = touch.modifiers }
            do throws(TouchError) {
                for contact in try arena.handle(event, delegate: &chain, into: &steps) {
                    ignored.append(IgnoredInput(event: index, contact: contact.index, reason: contact.reason))
                    if isTracing { traceIgnored(contact, at: index) }
                }
            } catch {
                throw BatchError(event: index, reason: .touch(error))
            }
            if isTracing { traceTouches(of: event, at: index) }
            deliverSteps()
        case .gesture(let gesture):
            deliver(recognizedByClient: gesture)
        case .tick:
            break
        }
        endActionWhenIdle()
    }

    /// Whether a move can do no more than what the recognizers make of it: touches are down, and nobody else looks at events,
    /// lets time pass or waits for the end of an action.
    private var onlyFollowsMoves: Bool {
        mutating get {
            arena.onlyFollowsMoves && chain.hearsOnlyOfGestures && !chain.chart.isCoasting && !actions.hasSteps
        }
    }

    /// Does with a move what ``advance(to:at:)`` and ``handle(_:at:ignored:)`` do, where the surface ``onlyFollowsMoves``:
    /// nearly every event is one, and this goes straight to the gestures in progress.
    ///
    /// - Returns: Whether the event has happened; if not, nothing has.
    private mutating func move(
        _ event: InputEvent, at index: Int, since latest: inout Timestamp?, ignored: inout [IgnoredInput]
    ) throws(BatchError) -> Bool {
        guard case .touch(let touch) = event, touch.phase == .moved, onlyFollowsMoves else { return false }
        if let latest, touch.time < latest { throw BatchError(event: index, reason: .timeReversed) }
        latest = touch.time
        chain.keepRanges()
        chain.forgetUnreached()
        var contacts: [IgnoredContact] = []
        let changed: ChangedGestures
        do throws(TouchError) {
            changed = try arena.move(touch, delegate: &chain, ignored: &contacts, into: &steps)
        } catch {
            throw BatchError(event: index, reason: .touch(error))
        }
        for contact in contacts {
            ignored.append(IgnoredInput(event: index, contact: contact.index, reason: contact.reason))
        }
        if steps.isEmpty { deliver(changed) } else { deliverSteps() }
        chain.keepRanges()
        return true
    }

    /// Tells the modifiers of gestures that have gone on, of a pinch again after the others.
    private mutating func deliver(_ changed: ChangedGestures) {
        var (others, pinches) = (changed.others, changed.pinches)
        while let position = others.next() { deliverChange(of: position) }
        while let position = pinches.next() { deliverChange(of: position) }
    }

    private mutating func deliverChange(of position: Int) {
        guard let gesture = arena.lastGestures[position] else { return }
        chain.deliver(gesture, to: arena.slots[position].owner, role: arena.slots[position].role)
    }

    private mutating func deliver(recognizedByClient gesture: Gesture) {
        var gesture = gesture
        let active = recognizedByClient.firstIndex { $0.gesture.kind == gesture.kind }
        switch gesture.state {
        case .possible, .failed:
            return
        case .began:
            if let active { cancel(recognizedByClient: active, at: gesture.time) }
        case .changed:
            if active == nil { gesture.state = .began }
        case .ended:
            break
        case .cancelled:
            if active == nil { return }
        }
        let goesOn = gesture.state == .changed || active != nil && gesture.state != .began
        let followers = goesOn ? active.map { recognizedByClient[$0].modifiers } : nil
        recognizedByClient.removeAll { $0.gesture.kind == gesture.kind }
        let reached = chain.deliver(
            recognized: gesture, isWhole: gesture.state == .ended && active == nil, to: followers)
        if isTracing, reached.isEmpty { traceUnclaimed(gesture) }
        if gesture.state.isActive, !reached.isEmpty {
            recognizedByClient.append(ClientGesture(gesture: gesture, modifiers: reached))
        }
    }

    private mutating func cancel(recognizedByClient index: Int, at time: Timestamp) {
        let one = recognizedByClient.remove(at: index)
        var gesture = one.gesture
        gesture.state = .cancelled
        gesture.time = time
        _ = chain.deliver(recognized: gesture, isWhole: false, to: one.modifiers)
    }

    /// Tells the modifiers what the recognizers have found; a pinch comes after the drags of the same event, so that it
    /// zooms about a centroid to which they have moved the content already, in whatever order the modifiers stand.
    mutating func deliverSteps() {
        guard !steps.isEmpty else { return }
        var hasPinch = false
        for index in steps.indices {
            if steps[index].gesture.values.isPinch { hasPinch = true } else { deliverStep(at: index) }
        }
        if hasPinch {
            for index in steps.indices where steps[index].gesture.values.isPinch { deliverStep(at: index) }
        }
        while !steps.isEmpty { steps.removeLast() }
    }

    private mutating func deliverStep(at index: Int) {
        if isTracing { trace(arena.transition(of: steps[index])) }
        guard steps[index].sendsAction else { return }
        let position = steps[index].position
        chain.deliver(steps[index].gesture, to: arena.slots[position].owner, role: arena.slots[position].role)
    }

    /// Whether an event ends the touch sequence and starts the next one, because it begins every touch that is down.
    private func beginsAllTouchesAnew(_ event: InputEvent) -> Bool {
        guard case .touch(let touch) = event, touch.phase == .began, arena.hasTouches else { return false }
        return arena.touchesDown.allSatisfy { down in touch.contacts.contains { $0.id == down.id } }
    }

    /// Prepares for events of another client: its clock is another one, so armed timers are resolved and taps forgotten,
    /// and gestures that the client before recognized are cancelled.
    public mutating func changeDriver() {
        asOneUpdate { surface in
            surface.arena.resolveTimers(delegate: &surface.chain, into: &surface.steps)
            surface.deliverSteps()
            surface.cancelGesturesOfClient()
            if !surface.coastsWithGroup { surface.chain.chart.finishInertia() }
            surface.endActionWhenIdle()
        }
    }

    /// Whether a wheel gesture goes on.
    public var isTurningWheel: Bool { arena.isTurningWheel }

    /// Ends a wheel gesture before the wheel has rested, because something else acts on the session.
    public mutating func endWheel() {
        guard isTurningWheel else { return }
        asOneUpdate { $0.endWheelNow() }
    }

    /// Ends a wheel gesture as part of an update, and with it the action that it is.
    mutating func endWheelNow() {
        guard isTurningWheel else { return }
        arena.endWheels(delegate: &chain, into: &steps)
        deliverSteps()
        endActionWhenIdle()
    }

    /// Cancels every gesture in progress and forgets every touch.
    public mutating func cancelGestures() {
        asOneUpdate { surface in
            surface.arena.cancelAll(into: &surface.steps)
            surface.deliverSteps()
            surface.cancelGesturesOfClient()
            surface.stopFollowing()
            surface.chain.chart.stopInertia()
            surface.endActionWhenIdle()
        }
    }

    private mutating func cancelGesturesOfClient() {
        while let last = recognizedByClient.indices.last {
            cancel(recognizedByClient: last, at: recognizedByClient[last].gesture.time)
        }
    }

    /// Takes the recognizers of a modifier away, and tells it what that cancels.
    mutating func detachRecognizers(of id: String) {
        arena.stop(owner: id, into: &steps)
        deliverSteps()
        arena.remove(owner: id)
        endActionWhenIdle()
    }
}

extension GestureValues {
    /// Whether they are those of a pinch.
    fileprivate var isPinch: Bool {
        if case .pinch = self { true } else { false }
    }
}

/// A gesture in progress, with the modifier that follows it.
public struct ActiveGesture: Sendable, Hashable {
    /// The id of the modifier.
    public let modifier: String
    /// The gesture in its last state.
    public let gesture: Gesture
}

/// A contact that a batch ignored.
public struct IgnoredInput: Sendable, Hashable {
    /// The position of the event in its batch.
    public let event: Int
    /// The position of the contact in its event.
    public let contact: Int
    /// Why, a sentence in lower case.
    public let reason: String
}

/// Why a batch is refused as a whole.
public struct BatchError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// The event is earlier than the one before it.
        case timeReversed
        /// Its touches cannot be applied.
        case touch(TouchError)
    }

    /// The position of the event in its batch.
    public let event: Int
    /// What is wrong.
    public let reason: Reason

    /// Creates an error.
    public init(event: Int, reason: Reason) {
        self.event = event
        self.reason = reason
    }
}
