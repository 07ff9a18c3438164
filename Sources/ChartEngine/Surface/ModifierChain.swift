public import Gestures

/// The chart and its modifiers, which receive events in collection order.
@usableFromInline
struct ModifierChain: Sendable, GestureArenaDelegate {
    @usableFromInline var chart: Chart
    @usableFromInline var modifiers: [AttachedModifier]
    /// The ids of the modifiers that the current event has not reached, because an earlier one has handled it.
    var unreached: [String] = []
    /// The keys held while touches begin; valid only during that event.
    var heldKeys: ModifierKeys = []
    /// The event groups to which the modifiers add the surface, each once.
    private(set) var eventGroups: [String] = []
    /// The axes of other surfaces that the modifiers read, each once.
    private(set) var watchedAxes: [AxisReference] = []
    /// The ``Chart/changeCount`` when the modifiers last kept ranges; `nil` when the modifiers have changed since.
    var keptChangeCount: Int?
    /// A digest of the modifiers; derived from them when they change.
    private(set) var modifiersDigest: UInt64 = 0
    /// The needs of all enabled modifiers together; derived from ``modifiers``.
    private var needs: ModifierNeeds = []
    /// The positions of the enabled modifiers that keep ranges; derived from ``modifiers``.
    private var rangeKeepers: [Int] = []

    init(chart: Chart) {
        self.chart = chart
        modifiers = []
        digestModifiers()
    }

    /// Delivers an event of a client to every modifier that it reaches.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - master: The surface of the event group on which the event happened; `nil` is this surface.
    mutating func offer(_ event: InputEvent, from master: String? = nil) {
        forgetUnreached()
        if needs.contains(.events) || chart.trace != nil { show(event, from: master) }
        if master == nil, !eventGroups.isEmpty { chart.send(.input(event)) }
    }

    private mutating func show(_ event: InputEvent, from master: String?) {
        let isInBounds = event.location.map(chart.contains) ?? true
        var propagation = EventPropagation()
        for index in modifiers.indices where modifiers[index].isEnabled {
            guard !propagation.isHandled || propagation.reaches(modifiers[index]) else {
                unreached.append(modifiers[index].id)
                continue
            }
            call(index, .input(event), isInBounds: isInBounds, from: master, propagation: &propagation)
        }
    }

    /// Moves content in inertial motion to its place at a time, here and in the event group.
    mutating func coast(to time: Timestamp) {
        guard chart.isCoasting else { return }
        chart.coast(to: time)
        if !eventGroups.isEmpty { chart.send(.time(time)) }
    }

    /// Forgets which modifiers the last event has not reached.
    mutating func forgetUnreached() {
        if !unreached.isEmpty { unreached.removeAll(keepingCapacity: true) }
    }

    /// Delivers a gesture to the modifier that owns its recognizer.
    mutating func deliver(_ gesture: Gesture, to owner: String, role: Int) {
        guard let index = modifiers.index(of: owner) else { return }
        var args = ModifierEventArgs(
            source: chart.id, modifier: owner, event: .gesture(gesture),
            isInSourceBounds: chart.contains(gesture.location), recognizerRole: role)
        modifiers[index].handleGesture(gesture, args: &args, on: &chart)
        if args.isHandled, !gesture.kind.followsTouches { stopPropagation(behind: index) }
        if chart.trace != nil { chart.traceCall(args, isHandled: args.isHandled) }
        if !eventGroups.isEmpty { share(gesture, of: owner, role: role, isWhole: gesture.kind.isDiscrete) }
    }

    /// Keeps the current event from the modifiers behind one that has handled it.
    ///
    /// Modifiers that receive handled events still receive it.
    private mutating func stopPropagation(behind index: Int) {
        var propagation = EventPropagation()
        for other in modifiers.indices where modifiers[other].isEnabled {
            let isReached = propagation.reaches(modifiers[other])
            if other == index { propagation.isHandled = true }
            guard other > index, !isReached, hasReached(modifiers[other].id) else { continue }
            unreached.append(modifiers[other].id)
        }
    }

    /// The modifiers with a recognizer for an event without touches, in collection order.
    func ownersOfRecognizers(for event: InputEvent) -> [String] {
        switch event {
        case .wheel(let wheel): ownersOfRecognizers(for: wheel)
        case .hover: modifiers.indices.compactMap { listens(index: $0, for: .hover, []) ? modifiers[$0].id : nil }
        case .touch, .gesture, .tick: []
        }
    }

    /// The modifiers that receive a turn of the wheel, in collection order.
    ///
    /// Trackpad pinch modifiers receive only turns with Control, in the plot area. Where one does, a
    /// modifier that yields to it does not receive it.
    private func ownersOfRecognizers(for turn: WheelEvent) -> [String] {
        let keys = turn.modifiers
        let isPinch = keys.contains(.control) && chart.contains(turn.location)
        let isTaken =
            isPinch
            && modifiers.indices.contains {
                modifiers[$0].isTrackpadPinch && modifiers[$0].isEnabled && listens(index: $0, for: .wheel, keys)
            }
        return modifiers.indices.compactMap { index in
            let isLeft =
                modifiers[index].isTrackpadPinch
                ? !isPinch : isTaken && modifiers[index].yieldsTrackpadPinch
            return !isLeft && listens(index: index, for: .wheel, keys) ? modifiers[index].id : nil
        }
    }

    private func listens(index: Int, for kind: GestureKind, _ keys: ModifierKeys) -> Bool {
        modifiers[index].listening.contains { $0.kind == kind }
            && (modifiers[index].options.when?.isMet(withoutButtons: keys) ?? true)
    }

    /// Sends a gesture to the event group.
    private mutating func share(_ gesture: Gesture, of modifier: String, role: Int, isWhole: Bool) {
        guard !eventGroups.isEmpty else { return }
        chart.send(.gesture(SharedGesture(gesture: gesture, modifier: modifier, role: role, isWhole: isWhole)))
    }

    /// Delivers a gesture from another surface of the event group to a modifier.
    ///
    /// - Parameters:
    ///   - gesture: The gesture, with its location in points of the other surface.
    ///   - index: The position of the modifier.
    ///   - role: The role of the recognizer that the gesture stands for.
    ///   - master: The other surface.
    mutating func deliver(_ gesture: Gesture, toModifierAt index: Int, role: Int, from master: String) {
        var args = ModifierEventArgs(
            source: master, modifier: modifiers[index].id, event: .gesture(gesture), isMaster: false,
            isInSourceBounds: chart.contains(gesture.location), recognizerRole: role)
        modifiers[index].handleGesture(gesture, args: &args, on: &chart)
        chart.traceCall(args, isHandled: args.isHandled)
    }

    /// Delivers a gesture that the client recognized to the modifiers that listen for its kind.
    ///
    /// - Parameters:
    ///   - gesture: The gesture.
    ///   - isWhole: Whether the client sent no earlier state of the gesture.
    ///   - followers: The modifiers that follow the gesture; `nil` when it begins, so that their conditions decide.
    /// - Returns: The ids of the modifiers that received the gesture.
    mutating func deliver(recognized gesture: Gesture, isWhole: Bool, to followers: [String]? = nil) -> [String] {
        var reached: [String] = []
        var handlers: [String] = []
        var propagation = EventPropagation()
        let claimant = claimant(of: gesture.startLocation, for: gesture.kind)
        for index in modifiers.indices where modifiers[index].isEnabled {
            let entry = modifiers[index]
            let isReached = propagation.reaches(entry)
            if followers == nil, let claimant, claimant != index { continue }
            guard isReached || isSimultaneous(entry, with: handlers), !unreached.contains(entry.id),
                entry.options.when == nil
                    || followers?.contains(entry.id)
                        ?? entry.condition.isMet(withoutButtons: gesture.modifiers),
                let role = entry.listening.firstIndex(where: { $0.kind == gesture.kind && !$0.isArmed })
            else { continue }
            var args = ModifierEventArgs(
                source: chart.id, modifier: entry.id, event: .gesture(gesture),
                isInSourceBounds: chart.contains(gesture.location), recognizerRole: role,
                isHandled: propagation.isHandled)
            modifiers[index].handleGesture(gesture, args: &args, on: &chart)
            chart.traceCall(args, isHandled: args.isHandled && !propagation.isHandled)
            if args.isHandled, !propagation.isHandled { handlers.append(entry.id) }
            propagation.isHandled = propagation.isHandled || args.isHandled
            reached.append(entry.id)
            share(gesture, of: entry.id, role: role, isWhole: isWhole)
        }
        return reached
    }

    /// Whether a modifier, or one that has handled the gesture, allows both to recognize it.
    private func isSimultaneous(_ entry: AttachedModifier, with handlers: [String]) -> Bool {
        handlers.contains { handler in
            entry.options.simultaneousWith.contains(handler)
                || modifiers.contains { $0.id == handler && $0.options.simultaneousWith.contains(entry.id) }
        }
    }

    /// Adapts the modifier of a gesture in progress to a chart that has turned.
    mutating func chartTurned(during active: ActiveGesture) {
        guard let index = modifiers.index(of: active.modifier) else { return }
        modifiers[index].chartTurned(during: active.gesture, on: chart)
    }

    /// Lets the modifier of a gesture take what it has measured so far as applied.
    mutating func takeAsApplied(_ gesture: Gesture, by modifier: String) {
        guard let index = modifiers.index(of: modifier) else { return }
        modifiers[index].takeAsApplied(gesture, on: chart)
    }

    /// Adapts every modifier to a resized plot area.
    mutating func chartResized(by factors: Vector) {
        for index in modifiers.indices { modifiers[index].chartResized(by: factors, on: chart) }
    }

    /// Whether a gesture in progress moves one of some axes, or will when it ends.
    func moves(_ active: ActiveGesture, oneOf axes: Set<AxisReference>) -> Bool {
        guard let index = modifiers.index(of: active.modifier) else { return false }
        return modifiers[index].movedAxes(by: active.gesture, on: chart).contains { axes.contains($0) }
    }

    /// The annotation that a gesture in progress moves.
    func annotation(movedBy active: ActiveGesture) -> String? {
        modifiers.index(of: active.modifier).flatMap { modifiers[$0].movedAnnotation(by: active.gesture, on: chart) }
    }

    /// How the content follows a gesture of a modifier; empty where that is no plain movement.
    func movements(by gesture: Gesture, of modifier: String, role: Int) -> [AxisMovement] {
        modifiers.index(of: modifier).map { modifiers[$0].movements(by: gesture, role: role, on: chart) } ?? []
    }

    /// The axis of the screen along which the pan of a modifier has to go before it begins.
    func panAxis(of modifier: String) -> PanAxis? {
        modifiers.index(of: modifier).flatMap { modifiers[$0].panAxis(on: chart) }
    }

    /// Delivers a command to every enabled modifier that it reaches.
    ///
    /// - Parameter command: The command's name.
    /// - Returns: Whether a modifier has handled it.
    mutating func offer(command: String) -> Bool {
        var propagation = EventPropagation()
        for index in modifiers.indices where modifiers[index].isEnabled {
            guard propagation.reaches(modifiers[index]) else { continue }
            call(index, .command(command), isInBounds: true, from: nil, propagation: &propagation)
        }
        return propagation.isHandled
    }

    private mutating func call(
        _ index: Int, _ event: ModifierEvent, isInBounds: Bool, from master: String?,
        propagation: inout EventPropagation
    ) {
        var args = ModifierEventArgs(
            source: master ?? chart.id, modifier: modifiers[index].id, event: event, isMaster: master == nil,
            isInSourceBounds: isInBounds, isHandled: propagation.isHandled)
        if modifiers[index].needs.contains(.events) { modifiers[index].onEvent(&args, on: &chart) }
        chart.traceCall(args, isHandled: args.isHandled && !propagation.isHandled)
        propagation.isHandled = propagation.isHandled || args.isHandled
    }

    /// Lets every modifier correct the ranges that it keeps, if the chart has changed since the last call.
    @inline(__always)
    mutating func keepRanges() {
        if keptChangeCount != chart.changeCount { keepChangedRanges() }
    }

    /// Lets the modifiers from a position on correct the ranges that they keep; those before it already have.
    mutating func keepRanges(from position: Int) {
        for index in rangeKeepers where index >= position { modifiers[index].keepRanges(of: &chart) }
        keptChangeCount = chart.changeCount
    }

    private mutating func keepChangedRanges() {
        for index in rangeKeepers.indices { modifiers[rangeKeepers[index]].keepRanges(of: &chart) }
        keptChangeCount = chart.changeCount
    }

    /// Lets every modifier update its overlays, and sorts all overlays.
    mutating func followUpdate() {
        if needs.contains(.updates) {
            for index in modifiers.indices { modifiers[index].onUpdate(of: &chart) }
        }
        sortOverlays()
    }

    /// Sorts the overlays by the order of the modifiers.
    mutating func sortOverlays() {
        if chart.overlays.count > 1 { chart.sortOverlays(by: modifiers.map(\.id)) }
    }

    /// Derives the stored properties of the chain from the modifiers; called whenever the collection changes.
    mutating func modifiersChanged() {
        eventGroups = []
        watchedAxes = []
        keptChangeCount = nil
        digestModifiers()
        noteNeeds()
        for entry in modifiers where entry.isEnabled {
            if let group = entry.modifier.eventGroup, !eventGroups.contains(group) {
                eventGroups.append(group)
            }
            for axis in entry.modifier.watchedAxes where !watchedAxes.contains(axis) { watchedAxes.append(axis) }
        }
    }

    /// Derives the digest of the modifiers, in their order.
    mutating func digestModifiers() { modifiersDigest = digestOfModifiers() }

    /// Derives the needs; called as soon as a modifier, its options or its position change.
    mutating func noteNeeds() {
        rangeKeepers = modifiers.indices.filter { modifiers[$0].isEnabled && modifiers[$0].needs.contains(.ranges) }
        needs = modifiers.reduce(into: []) { needs, entry in
            if entry.isEnabled { needs.formUnion(entry.needs) }
        }
    }

    /// Whether the modifiers need only the gestures of an event.
    ///
    /// No modifier needs events, no trace is active, and the surface is in no event group.
    var needsOnlyGestures: Bool { !needs.contains(.events) && chart.trace == nil && eventGroups.isEmpty }

    func hasReached(_ id: String) -> Bool { !unreached.contains(id) }

    func index(of id: String) -> Int? { modifiers.index(of: id) }

    @usableFromInline var isEveryOwnerObserving: Bool { unreached.isEmpty }

    /// Whether a trace or other surfaces receive the gestures, which then need every velocity.
    @usableFromInline var needsEveryVelocity: Bool { chart.trace != nil || !eventGroups.isEmpty }

    @usableFromInline func shouldObserve(owner: String) -> Bool { unreached.isEmpty || !unreached.contains(owner) }

    @usableFromInline func shouldReceive(_ touch: Touch, kind: GestureKind, owner: String) -> Bool {
        guard let index = index(of: owner), takes(touch, at: index), modifiers[index].shouldReceive(touch, on: chart)
        else { return false }
        return mayReceive(touch, kind: kind, at: index)
    }

    /// Whether no other modifier claims a touch for gestures of a kind.
    func mayReceive(_ touch: Touch, kind: GestureKind, at index: Int) -> Bool {
        let claimant = claimant(of: touch.startLocation, for: kind) { takes(touch, at: $0) }
        return claimant == nil || claimant == index
    }

    @usableFromInline func isSetApart(_ touch: Touch) -> Bool {
        modifiers.indices.contains { isClaiming(touch.startLocation, for: .tap, at: $0) && takes(touch, at: $0) }
    }

    /// The modifier whose alone the gestures of a kind are that begin at a location: the first that claims them before
    /// others, else the first that claims them.
    private func claimant(
        of location: Point, for kind: GestureKind, where takes: (Int) -> Bool = { _ in true }
    ) -> Int? {
        var first: Int?
        for index in modifiers.indices where isClaiming(location, for: kind, at: index) && takes(index) {
            if modifiers[index].claimsBeforeOthers { return index }
            first = first ?? index
        }
        return first
    }

    /// Looks once for the annotation on which a finger lands, for all the recognizers that ask.
    mutating func beginLanding(of touch: TouchEvent) {
        guard touch.contacts.count == 1, !chart.annotations.isEmpty else { return }
        let editor = modifiers.first { $0.isEnabled && $0.modifier is AnnotationEditModifier }?.modifier
        guard let editor = editor as? AnnotationEditModifier else { return }
        chart.beginLanding(at: touch.contacts[0].location, within: editor.parameters.hitRadius)
    }

    /// The modifier that moves annotations whose alone a drag from a location is, and the annotation there.
    func editor(at location: Point) -> (modifier: String, annotation: String)? {
        guard chart.contains(location), let index = claimant(of: location, for: .pan),
            let editor = modifiers[index].modifier as? AnnotationEditModifier, modifiers[index].options.when == nil,
            let hit = editor.hit(location, passesLocked: true, on: chart)
        else { return nil }
        return (modifiers[index].id, hit.annotation)
    }

    private func isClaiming(_ location: Point, for kind: GestureKind, at index: Int) -> Bool {
        modifiers[index].isEnabled && hasReached(modifiers[index].id)
            && modifiers[index].claims(location, for: kind, on: chart)
    }

    /// Whether a modifier's condition accepts the button and the keys of a touch that has just begun.
    func takes(_ touch: Touch, at index: Int) -> Bool {
        modifiers[index].condition.isMet(by: touch, keys: heldKeys)
    }

    @usableFromInline func shouldBegin(_ gesture: Gesture, owner: String) -> Bool {
        index(of: owner).map { modifiers[$0].shouldBegin(gesture, on: chart) } ?? false
    }
}

extension [AttachedModifier] {
    /// The position of a modifier; `nil` for an unknown id.
    ///
    /// It extends the array because a method of the chain would run on a copy of the chain in the middle of a change.
    fileprivate func index(of id: String) -> Int? {
        let entries = span
        for index in entries.indices where entries[index].id == id { return index }
        return nil
    }
}

extension Gesture {
    /// Where a gesture began.
    fileprivate var startLocation: Point {
        switch values {
        case .pan(let translation, _): location + (.zero - translation)
        case .tap, .doubleTouchDown, .longPress, .pinch, .rotation, .swipe, .hover, .wheel, .marquee: location
        }
    }
}

extension InputEvent {
    /// The location of an event with one pointer; `nil` for a tick and for an event with several touches.
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
