import Gestures

/// The chart and the modifiers that act on it: the part of a surface that events walk through in collection order.
struct ModifierChain: Sendable, GestureArenaDelegate {
    var chart: Chart
    var modifiers: [AttachedModifier]
    /// Which modifiers the current event has not reached because one before them has handled it; empty when it has
    /// reached all.
    private var unreached: [String] = []

    init(chart: Chart) {
        self.chart = chart
        modifiers = []
    }

    /// Shows an event of a client to every modifier that it reaches.
    mutating func offer(_ event: InputEvent) {
        unreached.removeAll(keepingCapacity: true)
        let isInBounds = event.location.map(chart.contains) ?? true
        var isHandled = false
        for index in modifiers.indices where modifiers[index].options.isEnabled {
            guard !isHandled || modifiers[index].options.receiveHandledEvents else {
                unreached.append(modifiers[index].id)
                continue
            }
            isHandled = call(index, .input(event), isInBounds: isInBounds, isHandled: isHandled)
        }
    }

    /// Tells the owner of a recognizer what it has recognized.
    mutating func deliver(_ transition: GestureTransition) {
        guard transition.sendsAction, let index = modifiers.firstIndex(where: { $0.id == transition.owner }) else {
            return
        }
        var args = ModifierEventArgs(
            source: chart.id, modifier: transition.owner, event: .gesture(transition.gesture),
            isInSourceBounds: chart.contains(transition.gesture.location), recognizerRole: transition.role)
        modifiers[index].handleGesture(transition.gesture, args: &args, on: &chart)
        chart.traceCall(of: transition.owner, isHandled: args.isHandled)
    }

    /// Shows a gesture that the client recognized to the modifiers that listen for its kind.
    ///
    /// - Parameter gesture: The gesture.
    /// - Returns: The ids of the modifiers that it reached.
    mutating func deliver(recognized gesture: Gesture) -> [String] {
        var reached: [String] = []
        var isHandled = false
        for index in modifiers.indices where modifiers[index].options.isEnabled {
            let entry = modifiers[index]
            guard let role = entry.listening.firstIndex(where: { $0.kind == gesture.kind && !$0.isArmed }),
                !unreached.contains(entry.id), !isHandled || entry.options.receiveHandledEvents
            else { continue }
            var args = ModifierEventArgs(
                source: chart.id, modifier: entry.id, event: .gesture(gesture),
                isInSourceBounds: chart.contains(gesture.location), recognizerRole: role, isHandled: isHandled)
            modifiers[index].handleGesture(gesture, args: &args, on: &chart)
            chart.traceCall(of: entry.id, isHandled: args.isHandled && !isHandled)
            isHandled = isHandled || args.isHandled
            reached.append(entry.id)
        }
        return reached
    }

    /// Gives a command to every enabled modifier that it reaches.
    ///
    /// - Parameter command: The command's name.
    /// - Returns: Whether a modifier has handled it.
    mutating func offer(command: String) -> Bool {
        var isHandled = false
        for index in modifiers.indices where modifiers[index].options.isEnabled {
            guard !isHandled || modifiers[index].options.receiveHandledEvents else { continue }
            isHandled = call(index, .command(command), isInBounds: true, isHandled: isHandled)
        }
        return isHandled
    }

    private mutating func call(_ index: Int, _ event: ModifierEvent, isInBounds: Bool, isHandled: Bool) -> Bool {
        var args = ModifierEventArgs(
            source: chart.id, modifier: modifiers[index].id, event: event, isInSourceBounds: isInBounds,
            isHandled: isHandled)
        modifiers[index].onEvent(&args, on: &chart)
        chart.traceCall(of: modifiers[index].id, isHandled: args.isHandled && !isHandled)
        return isHandled || args.isHandled
    }

    /// Lets every modifier follow an update.
    mutating func followUpdate() {
        for index in modifiers.indices where modifiers[index].options.isEnabled {
            modifiers[index].onUpdate(of: &chart)
        }
        sortOverlays()
    }

    /// Puts the overlays into the order of the modifiers.
    mutating func sortOverlays() {
        if chart.overlays.count > 1 { chart.sortOverlays(by: modifiers.map(\.id)) }
    }

    func index(of id: String) -> Int? { modifiers.firstIndex { $0.id == id } }

    func shouldObserve(owner: String) -> Bool { unreached.isEmpty || !unreached.contains(owner) }

    func shouldReceive(_ touch: Touch, owner: String) -> Bool {
        index(of: owner).map { modifiers[$0].shouldReceive(touch, on: chart) } ?? false
    }

    func shouldBegin(_ gesture: Gesture, owner: String) -> Bool {
        index(of: owner).map { modifiers[$0].shouldBegin(gesture, on: chart) } ?? false
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
