public import ChartSeries
public import Gestures

/// An interactive chart: the chart, its modifiers, and the recognizers that turn events into gestures.
///
/// A surface is a value. A method that throws may leave it half changed, so work on a copy and keep it on success.
///
/// ```swift
/// let table = try Table(xName: "x", xKind: .number, x: [0, 1, 2], columns: [(name: "y", values: [3, 1, 2])])
/// let chart = Chart(
///     id: "main", size: ChartSize(width: 400, height: 200), xAxes: [Axis(id: "x", dimension: .x, options: .init())],
///     yAxes: [Axis(id: "y", dimension: .y, options: .init())],
///     series: [Series(id: "y", column: 0, xAxis: "x", yAxis: "y", name: "y")], table: table)
/// var surface = Surface(chart: chart)
/// surface.add(AttachedModifier(id: "wheel", modifier: MouseWheelZoomModifier(parameters: .init())))
/// let before = surface.chart.xAxes[0].visibleRange
/// let turn = WheelEvent(time: Timestamp(microseconds: 0), location: Point(x: 200, y: 100), deltaX: 0, deltaY: -100)
/// _ = try surface.apply([.wheel(turn)])
/// assert(surface.chart.xAxes[0].visibleRange.span < before.span)
/// ```
///
/// What every batch reads is inlinable: a call of a getter on a surface in a box would copy the whole surface.
public struct Surface: Sendable {
    @usableFromInline var chain: ModifierChain
    var arena: GestureArena
    /// The gestures in progress that the client recognizes itself, with the modifiers that received them.
    var recognizedByClient: [ClientGesture] = []
    /// The gestures of other surfaces in the event group that this surface's modifiers follow.
    var followed: [FollowedGesture] = []
    /// Whether an inertial motion comes from the event group, and so follows the clock of another surface.
    var coastsWithGroup = false
    /// The changes of the ranges, action by action.
    var actions: ActionRecorder
    private var steps: [ArenaStep] = []

    /// The axes that gestures on other surfaces hold, so that they do not follow new rows; the session sets them.
    public var heldAxes: [String] = []

    /// The touches of clients beside the driver.
    var guests: [GuestTouch] = []

    struct ClientGesture: Sendable, Codable {
        var gesture: Gesture
        var modifiers: [String]
        /// Whether the plot area was resized since its last event; `nil` is no.
        var isResized: Bool?
    }

    /// Creates a surface without modifiers.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - thresholds: The thresholds of its recognizers.
    ///   - maximumTouches: The most touches that may be down at once.
    public init(chart: Chart, thresholds: GestureThresholds = GestureThresholds(), maximumTouches: Int = 16) {
        var chart = chart
        chart.thresholds = thresholds
        chain = ModifierChain(chart: chart)
        actions = ActionRecorder(settled: chart.snapshots, annotations: chart.annotations.withoutPlacing)
        arena = GestureArena(thresholds: thresholds, maximumTouches: maximumTouches)
        arena.setViewport(width: chart.size.width, height: chart.size.height)
    }

    /// The chart.
    @inlinable public var chart: Chart { _read { yield chain.chart } }

    /// The rows of the chart.
    @inlinable public var table: Table { chain.chart.table }

    /// The rows of the other datasets of its series.
    @inlinable public var others: [OtherRows] { chain.chart.others }

    /// Whether a check has found that the rows are not those that were written.
    @inlinable
    public var isDamaged: Bool {
        chain.chart.table.soundness?.isDamaged ?? false
            || chain.chart.others.contains { $0.table.soundness?.isDamaged ?? false }
    }

    /// Whether a read of its rows may wait: for the disk, see `Table.isAway`, or for many derived values.
    @inlinable
    public var hasAwayRows: Bool {
        chain.chart.table.isAway || chain.chart.others.contains(where: \.table.isAway) || chain.chart.derivesMany
    }

    /// The size of the chart's plot area.
    @inlinable public var size: ChartSize { chain.chart.size }

    /// The modifiers, in collection order.
    @inlinable public var modifiers: [AttachedModifier] { chain.modifiers }

    /// The thresholds of its gestures.
    public var thresholds: GestureThresholds { arena.thresholds }

    /// The annotations.
    @inlinable public var annotations: AnnotationList { chain.chart.annotations }

    /// The ``AnnotationList/version`` of the annotations.
    @inlinable public var annotationsVersion: Int { chain.chart.annotations.version }

    /// Whether a touch is down.
    public var hasTouches: Bool { arena.hasTouches }

    /// Whether a client must still end something: a touch that is down, a gesture that it recognizes itself, or a wheel
    /// gesture or a motion that keeps an axis from following rows.
    public var awaitsDriver: Bool {
        arena.hasTouches || hasGuests || !recognizedByClient.isEmpty || chain.chart.isHeldBack && holdsWindow
    }

    /// The gestures in progress.
    ///
    /// Those of touches, wheel and hover come first, in modifier order. Then come those that the client recognizes,
    /// then those of other surfaces that the modifiers follow.
    public var gestures: [ActiveGesture] {
        arena.activeGestures.map { ActiveGesture(modifier: $0.owner, gesture: $0.gesture, role: $0.role) }
            + recognizedByClient.flatMap { one in
                one.modifiers.map { ActiveGesture(modifier: $0, gesture: one.gesture, role: 0) }
            } + followed.map { ActiveGesture(modifier: $0.modifier, gesture: $0.gesture, role: nil) }
    }

    /// Applies a batch of events as one update.
    ///
    /// - Parameters:
    ///   - events: The events in time order.
    ///   - start: The time of the same client's last event; no event may be earlier.
    ///   - isOfNewDriver: Whether another client sent the last events; the surface then calls ``changeDriver()`` first.
    /// - Returns: The ignored contacts.
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

    /// Applies the events of a batch up to the end of the first action.
    ///
    /// Other surfaces can then follow that action before the next one. Call the method until no events are left, and
    /// take the steps after each call.
    ///
    /// - Parameters:
    ///   - events: The remaining events of the batch, in time order; the method removes those that it applies.
    ///   - start: The time of the last event before them.
    ///   - isOfNewDriver: Whether another client sent the last events; the surface then calls ``changeDriver()`` first.
    ///   - isContinued: Whether an earlier call has applied a part of the batch.
    /// - Returns: The ignored contacts.
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
                if chart.annotations.lacksRoom { noteLackOfRoom(at: next, in: &ignored) }
                next += 1
                continue
            }
            let event = events[next]
            if let latest, event.time < latest { throw BatchError(event: next, reason: .timeReversed) }
            latest = event.time
            advance(to: event, at: next)
            if stopsAfterAction, actions.hasSteps { return ignored }
            try handle(event, at: next, ignored: &ignored)
            if chart.annotations.lacksRoom { noteLackOfRoom(at: next, in: &ignored) }
            next += 1
            if stopsAfterAction, actions.hasSteps, next < events.endIndex { return ignored }
        }
        if isTracing { tracePending() }
        return ignored
    }

    /// Makes a change and publishes it as one update.
    ///
    /// The modifiers then update their overlays; with `isShown` false the caller lets them do so later.
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

    /// Applies everything that precedes an event: timers, the end of a wheel gesture, motion and the end of an action.
    ///
    /// A second call for the same event changes nothing.
    private mutating func advance(to event: InputEvent, at index: Int) {
        if isTracing { traceBegin(of: event, at: index) }
        arena.advance(to: event.time, delegate: &chain, into: &steps)
        if event.endsWheel { arena.endWheels(delegate: &chain, into: &steps) }
        deliverSteps()
        if event.stopsFollowing { stopFollowing() }
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
            if touch.phase == .began {
                chain.heldKeys = touch.modifiers
                chain.beginLanding(of: touch)
            }
            defer { chain.chart.endLanding() }
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
        if chain.chart.annotations.finished != nil { disableFinished() }
        endActionWhenIdle()
    }

    /// Whether a move can only reach the recognizers.
    ///
    /// Touches are down, the modifiers need only gestures, no content is in motion, and no finished action waits.
    private var onlyFollowsMoves: Bool {
        mutating get {
            arena.onlyFollowsMoves && chain.needsOnlyGestures && !chain.chart.isCoasting && !actions.hasSteps
        }
    }

    /// Applies a move as ``advance(to:at:)`` and ``handle(_:at:ignored:)`` do, if the surface ``onlyFollowsMoves``.
    ///
    /// Nearly every event is a move, and this path goes straight to the gestures in progress.
    ///
    /// - Returns: Whether the event was such a move; otherwise the surface is unchanged.
    private mutating func move(
        _ event: InputEvent, at index: Int, since latest: inout Timestamp?, ignored: inout [IgnoredInput]
    ) throws(BatchError) -> Bool {
        guard case .touch(let touch) = event, touch.phase == .moved, onlyFollowsMoves, !arena.isReleased(in: touch)
        else { return false }
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

    /// Delivers gestures that have changed, pinches after the others.
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
        if let active, gesture.state != .began, recognizedByClient[active].isResized == true {
            for modifier in recognizedByClient[active].modifiers { chain.takeAsApplied(gesture, by: modifier) }
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

    /// Delivers the gestures that the recognizers have found.
    ///
    /// Pinches come after the drags of the same event, in any order of the modifiers. A pinch then zooms about a
    /// centroid to which the drags have already moved the content.
    private mutating func deliverSteps() {
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

    /// Whether an event begins every touch that is down again, which ends the touch sequence and starts the next one.
    private func beginsAllTouchesAnew(_ event: InputEvent) -> Bool {
        guard case .touch(let touch) = event, touch.phase == .began, arena.hasTouches else { return false }
        return arena.touchesDown.allSatisfy { down in touch.contacts.contains { $0.id == down.id } }
    }

    /// Prepares for events of another client.
    ///
    /// That client has another clock, so the surface resolves armed timers and forgets taps. It also cancels the
    /// gestures that the previous client recognized.
    public mutating func changeDriver() {
        asOneUpdate { surface in
            surface.arena.resolveTimers(delegate: &surface.chain, into: &surface.steps)
            surface.deliverSteps()
            surface.cancelGesturesOfClient()
            if !surface.coastsWithGroup { surface.chain.chart.finishInertia() }
            surface.endActionWhenIdle()
        }
    }

    /// Whether a wheel gesture is in progress.
    public var isTurningWheel: Bool { arena.isTurningWheel }

    /// Ends a wheel gesture before its idle time, because something else acts on the session.
    public mutating func endWheel() {
        guard isTurningWheel else { return }
        asOneUpdate { $0.endWheelNow() }
    }

    /// Ends a wheel gesture and its action, as part of an update.
    private mutating func endWheelNow() {
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
            surface.cancelGuests()
            surface.guests = []
            surface.cancelGesturesOfClient()
            surface.stopFollowing()
            surface.chain.chart.stopInertia()
            surface.chain.chart.dropPlacing()
            surface.endActionWhenIdle()
        }
    }

    /// Cancels the gestures in progress, and the motions, that move one of some axes or annotations or will when they end.
    ///
    /// Touches stay down, and begin no other gesture of the same modifiers.
    ///
    /// - Parameters:
    ///   - axes: The axes, of any surfaces.
    ///   - annotations: The annotations of this surface whose gestures are cancelled too.
    /// - Returns: Whether there was one.
    public mutating func cancelGestures(moving axes: Set<AxisReference>, annotations: Set<String> = []) -> Bool {
        let hadGuests = cancelGuests(moving: annotations)
        var owners = gestures.filter { active in
            chain.moves(active, oneOf: axes)
                || !annotations.isEmpty && chain.annotation(movedBy: active).map(annotations.contains) ?? false
        }.map(\.modifier)
        for axis in chart.references(of: .xy) where axes.contains(axis) {
            if let inertia = chart.axis(axis.axis)?.inertia { owners.append(inertia.owner) }
        }
        guard !owners.isEmpty else { return hadGuests }
        asOneUpdate { surface in
            for owner in owners {
                surface.arena.cancelGestures(of: owner, into: &surface.steps)
                surface.deliverSteps()
                surface.cancelClientGestures(reaching: owner)
                surface.cancelFollowed { $0.modifier == owner }
                surface.chain.chart.stopInertia(of: owner)
            }
            if !surface.hasTouches, !surface.isActing { surface.chain.chart.endRequests() }
            surface.endActionWhenIdle()
        }
        return true
    }

    private mutating func cancelGesturesOfClient() {
        while let last = recognizedByClient.indices.last {
            cancel(recognizedByClient: last, at: recognizedByClient[last].gesture.time)
        }
    }

    /// Removes the recognizers of a modifier, and delivers the cancelled gestures to it.
    mutating func detachRecognizers(of id: String) {
        arena.stop(owner: id, into: &steps)
        deliverSteps()
        arena.remove(owner: id)
        endActionWhenIdle()
    }
}

extension GestureValues {
    /// Whether the gesture is a pinch.
    fileprivate var isPinch: Bool {
        if case .pinch = self { true } else { false }
    }
}
