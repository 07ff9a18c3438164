import Gestures

/// The chart and the modifiers that act on it: the part of a surface that events walk through in collection order.
struct ModifierChain: Sendable, GestureArenaDelegate {
    var chart: Chart
    var modifiers: [AttachedModifier]
    /// Which modifiers the current event has not reached because one before them has handled it; empty when it has
    /// reached all.
    var unreached: [String] = []
    /// The keys that are held while touches begin; read during that event alone.
    var heldKeys: ModifierKeys = []
    /// The event groups that the modifiers put the surface into, each once.
    private(set) var eventGroups: [String] = []
    /// The axes of other surfaces that the modifiers look at, each once.
    private(set) var watchedAxes: [AxisReference] = []
    /// The chart's ``Chart/changeCount`` when the modifiers last kept their ranges; `nil` when others may keep some now.
    var keptChangeCount: Int?
    /// A digest of the modifiers, derived from them when they change.
    private(set) var modifiersDigest: UInt64 = 0
    /// What any modifier that takes part needs; derived from ``modifiers``.
    private var needs: ModifierNeeds = []
    /// The positions of the modifiers that take part and keep ranges; derived from ``modifiers``.
    private var rangeKeepers: [Int] = []

    init(chart: Chart) {
        self.chart = chart
        modifiers = []
        digestModifiers()
    }

    /// Shows an event of a client to every modifier that it reaches.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - master: The surface of the event group on which it happened; `nil` is this one.
    mutating func offer(_ event: InputEvent, from master: String? = nil) {
        forgetUnreached()
        if needs.contains(.events) || chart.trace != nil { show(event, from: master) }
        if master == nil, !eventGroups.isEmpty { chart.send(.input(event)) }
    }

    private mutating func show(_ event: InputEvent, from master: String?) {
        let isInBounds = event.location.map(chart.contains) ?? true
        var walk = ModifierWalk()
        for index in modifiers.indices where modifiers[index].isEnabled {
            guard !walk.isHandled || walk.reaches(modifiers[index]) else {
                unreached.append(modifiers[index].id)
                continue
            }
            call(index, .input(event), isInBounds: isInBounds, from: master, walk: &walk)
        }
    }

    /// Brings content that moves by itself to where it is at a moment, here and in the event group.
    mutating func coast(to time: Timestamp) {
        guard chart.isCoasting else { return }
        chart.coast(to: time)
        if !eventGroups.isEmpty { chart.send(.time(time)) }
    }

    /// Forgets whom the last event has not reached.
    mutating func forgetUnreached() {
        if !unreached.isEmpty { unreached.removeAll(keepingCapacity: true) }
    }

    /// Tells the owner of a recognizer what it has recognized.
    mutating func deliver(_ gesture: Gesture, to owner: String, role: Int) {
        guard let index = modifiers.index(of: owner) else { return }
        var args = ModifierEventArgs(
            source: chart.id, modifier: owner, event: .gesture(gesture),
            isInSourceBounds: chart.contains(gesture.location), recognizerRole: role)
        modifiers[index].handleGesture(gesture, args: &args, on: &chart)
        if args.isHandled, !gesture.kind.followsTouches { keepFromOthers(behind: index) }
        if chart.trace != nil { chart.traceCall(args, isHandled: args.isHandled) }
        if !eventGroups.isEmpty { share(gesture, of: owner, role: role, isWhole: gesture.kind.isDiscrete) }
    }

    /// Keeps the current event from the modifiers behind one that has handled it, but for those that receive handled events.
    private mutating func keepFromOthers(behind index: Int) {
        var walk = ModifierWalk()
        for other in modifiers.indices where modifiers[other].isEnabled {
            let isReached = walk.reaches(modifiers[other])
            if other == index { walk.isHandled = true }
            guard other > index, !isReached, hasReached(modifiers[other].id) else { continue }
            unreached.append(modifiers[other].id)
        }
    }

    /// The modifiers with a recognizer for an event without touches, in collection order.
    func ownersOfRecognizers(for event: InputEvent) -> [String] {
        switch event {
        case .wheel(let wheel): ownersOfRecognizers(forTurnWith: wheel.modifiers)
        case .hover: modifiers.indices.compactMap { listens(index: $0, for: .hover, []) ? modifiers[$0].id : nil }
        case .touch, .gesture, .tick: []
        }
    }

    /// A turn with Control is a pinch where a modifier takes it for one, and no other turn is.
    private func ownersOfRecognizers(forTurnWith keys: ModifierKeys) -> [String] {
        let isPinch = keys.contains(.control)
        let isTaken =
            isPinch
            && modifiers.indices.contains {
                modifiers[$0].isTrackpadPinch && modifiers[$0].isEnabled && listens(index: $0, for: .wheel, keys)
            }
        return modifiers.indices.compactMap { index in
            let isLeft =
                modifiers[index].isTrackpadPinch
                ? !isPinch : isTaken && modifiers[index].modifier is MouseWheelZoomModifier
            return !isLeft && listens(index: index, for: .wheel, keys) ? modifiers[index].id : nil
        }
    }

    private func listens(index: Int, for kind: GestureKind, _ keys: ModifierKeys) -> Bool {
        modifiers[index].listening.contains { $0.kind == kind }
            && (modifiers[index].options.when?.isMet(withoutButtons: keys) ?? true)
    }

    /// Hands a gesture on to the event group.
    private mutating func share(_ gesture: Gesture, of modifier: String, role: Int, isWhole: Bool) {
        guard !eventGroups.isEmpty else { return }
        chart.send(.gesture(SharedGesture(gesture: gesture, modifier: modifier, role: role, isWhole: isWhole)))
    }

    /// Tells a modifier of a gesture that was recognized on another surface of the event group.
    ///
    /// - Parameters:
    ///   - gesture: The gesture, located in points of the other surface.
    ///   - index: The modifier.
    ///   - role: The recognizer for which the gesture stands.
    ///   - master: The other surface.
    mutating func deliver(_ gesture: Gesture, toModifierAt index: Int, role: Int, from master: String) {
        var args = ModifierEventArgs(
            source: master, modifier: modifiers[index].id, event: .gesture(gesture), isMaster: false,
            isInSourceBounds: chart.contains(gesture.location), recognizerRole: role)
        modifiers[index].handleGesture(gesture, args: &args, on: &chart)
        chart.traceCall(args, isHandled: args.isHandled)
    }

    /// Shows a gesture that the client recognized to the modifiers that listen for its kind.
    ///
    /// - Parameters:
    ///   - gesture: The gesture.
    ///   - isWhole: Whether no state of it has come before.
    ///   - followers: The modifiers that follow it; `nil` when it begins, so that their buttons and keys decide.
    /// - Returns: The ids of the modifiers that it reached.
    mutating func deliver(recognized gesture: Gesture, isWhole: Bool, to followers: [String]? = nil) -> [String] {
        var reached: [String] = []
        var handlers: [String] = []
        var walk = ModifierWalk()
        for index in modifiers.indices where modifiers[index].isEnabled {
            let entry = modifiers[index]
            let isReached = walk.reaches(entry)
            guard isReached || isBeside(entry, handlers), !unreached.contains(entry.id),
                entry.options.when == nil
                    || followers?.contains(entry.id)
                        ?? entry.condition.isMet(withoutButtons: gesture.modifiers),
                let role = entry.listening.firstIndex(where: { $0.kind == gesture.kind && !$0.isArmed })
            else { continue }
            var args = ModifierEventArgs(
                source: chart.id, modifier: entry.id, event: .gesture(gesture),
                isInSourceBounds: chart.contains(gesture.location), recognizerRole: role, isHandled: walk.isHandled)
            modifiers[index].handleGesture(gesture, args: &args, on: &chart)
            chart.traceCall(args, isHandled: args.isHandled && !walk.isHandled)
            if args.isHandled, !walk.isHandled { handlers.append(entry.id) }
            walk.isHandled = walk.isHandled || args.isHandled
            reached.append(entry.id)
            share(gesture, of: entry.id, role: role, isWhole: isWhole)
        }
        return reached
    }

    /// Whether a modifier's gestures may go on beside those of others that have handled this one, because either side says so.
    private func isBeside(_ entry: AttachedModifier, _ handlers: [String]) -> Bool {
        handlers.contains { handler in
            entry.options.simultaneousWith.contains(handler)
                || modifiers.contains { $0.id == handler && $0.options.simultaneousWith.contains(entry.id) }
        }
    }

    /// Lets the modifier of a gesture in progress follow a chart that has turned.
    mutating func chartTurned(during active: ActiveGesture) {
        guard let index = modifiers.index(of: active.modifier) else { return }
        modifiers[index].chartTurned(during: active.gesture, on: chart)
    }

    /// Gives a command to every enabled modifier that it reaches.
    ///
    /// - Parameter command: The command's name.
    /// - Returns: Whether a modifier has handled it.
    mutating func offer(command: String) -> Bool {
        var walk = ModifierWalk()
        for index in modifiers.indices where modifiers[index].isEnabled {
            guard walk.reaches(modifiers[index]) else { continue }
            call(index, .command(command), isInBounds: true, from: nil, walk: &walk)
        }
        return walk.isHandled
    }

    private mutating func call(
        _ index: Int, _ event: ModifierEvent, isInBounds: Bool, from master: String?, walk: inout ModifierWalk
    ) {
        var args = ModifierEventArgs(
            source: master ?? chart.id, modifier: modifiers[index].id, event: event, isMaster: master == nil,
            isInSourceBounds: isInBounds, isHandled: walk.isHandled)
        if modifiers[index].needs.contains(.events) { modifiers[index].onEvent(&args, on: &chart) }
        chart.traceCall(args, isHandled: args.isHandled && !walk.isHandled)
        walk.isHandled = walk.isHandled || args.isHandled
    }

    /// Lets every modifier bring back the ranges that it keeps, if any may have changed.
    @inline(__always)
    mutating func keepRanges() {
        if keptChangeCount != chart.changeCount { keepChangedRanges() }
    }

    /// Lets the modifiers from a position on bring back the ranges that they keep, where those before it have done so.
    mutating func keepRanges(from position: Int) {
        for index in rangeKeepers where index >= position { modifiers[index].keepRanges(of: &chart) }
        keptChangeCount = chart.changeCount
    }

    private mutating func keepChangedRanges() {
        for index in rangeKeepers.indices { modifiers[rangeKeepers[index]].keepRanges(of: &chart) }
        keptChangeCount = chart.changeCount
    }

    /// Lets every modifier follow an update.
    mutating func followUpdate() {
        if needs.contains(.updates) {
            for index in modifiers.indices { modifiers[index].onUpdate(of: &chart) }
        }
        sortOverlays()
    }

    /// Puts the overlays into the order of the modifiers.
    mutating func sortOverlays() {
        if chart.overlays.count > 1 { chart.sortOverlays(by: modifiers.map(\.id)) }
    }

    /// Notes what the collection says about other surfaces; called whenever it changes.
    mutating func modifiersChanged() {
        eventGroups = []
        watchedAxes = []
        keptChangeCount = nil
        digestModifiers()
        noteNeeds()
        for entry in modifiers where entry.isEnabled {
            if let group = (entry.modifier as? GroupModifier)?.parameters.eventGroup, !eventGroups.contains(group) {
                eventGroups.append(group)
            }
            for axis in entry.modifier.watchedAxes where !watchedAxes.contains(axis) { watchedAxes.append(axis) }
        }
    }

    /// Notes what the modifiers are, in their order.
    mutating func digestModifiers() { modifiersDigest = digestOfModifiers() }

    /// Notes what is needed; called at once when a modifier, its options or its position have changed.
    mutating func noteNeeds() {
        rangeKeepers = modifiers.indices.filter { modifiers[$0].isEnabled && modifiers[$0].needs.contains(.ranges) }
        needs = modifiers.reduce(into: []) { needs, entry in
            if entry.isEnabled { needs.formUnion(entry.needs) }
        }
    }

    /// Whether an event concerns the modifiers only by the gestures that come of it: none looks at events, no trace is kept,
    /// and no other surface is told.
    var hearsOnlyOfGestures: Bool { !needs.contains(.events) && chart.trace == nil && eventGroups.isEmpty }

    func hasReached(_ id: String) -> Bool { !unreached.contains(id) }

    func index(of id: String) -> Int? { modifiers.index(of: id) }

    var isEveryOwnerObserving: Bool { unreached.isEmpty }

    /// A trace and other surfaces have a gesture as it is.
    var needsEveryVelocity: Bool { chart.trace != nil || !eventGroups.isEmpty }

    func shouldObserve(owner: String) -> Bool { unreached.isEmpty || !unreached.contains(owner) }

    func shouldReceive(_ touch: Touch, owner: String) -> Bool {
        index(of: owner).map { takes(touch, at: $0) && modifiers[$0].shouldReceive(touch, on: chart) } ?? false
    }

    /// Whether the button and the keys with which a touch has just begun are those of a modifier.
    func takes(_ touch: Touch, at index: Int) -> Bool {
        modifiers[index].condition.isMet(by: touch, keys: heldKeys)
    }

    func shouldBegin(_ gesture: Gesture, owner: String) -> Bool {
        index(of: owner).map { modifiers[$0].shouldBegin(gesture, on: chart) } ?? false
    }
}

extension [AttachedModifier] {
    /// Of the array, for a method of the chain would be called on a copy of it in the middle of a change.
    fileprivate func index(of id: String) -> Int? {
        let entries = span
        for index in entries.indices where entries[index].id == id { return index }
        return nil
    }
}

extension InputEvent {
    /// Where a single-pointer event is; `nil` for a tick and for touches, of which one event may hold several.
    var location: Point? {
        switch self {
        case .touch(let event): event.contacts.count == 1 ? event.contacts[0].location : nil
        case .wheel(let event): event.location
        case .hover(let event): event.location
        case .gesture(let gesture): gesture.location
        case .tick: nil
        }
    }
}
