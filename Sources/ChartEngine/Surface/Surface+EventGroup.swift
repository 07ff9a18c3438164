import Gestures

/// A gesture of another surface that a modifier follows.
struct FollowedGesture: Sendable, Codable {
    /// The other surface.
    var master: String
    /// The modifier there that has the gesture, and for which of its recognizers.
    var masterModifier: String
    var masterRole: Int
    /// The modifier here, and for which of its recognizers the gesture stands.
    var modifier: String
    var role: Int
    /// The gesture in its last state.
    var gesture: Gesture

    /// Whether the gesture can move ranges; one that hovers leaves a surface to its own driver.
    var isDriving: Bool { gesture.kind != .hover }
}

extension InputEvent {
    /// Whether the event begins something on a surface that ends what its event group does to it.
    var takesOver: Bool {
        switch self {
        case .touch(let touch): touch.phase == .began
        case .wheel: true
        case .gesture(let gesture): gesture.kind != .hover
        case .hover, .tick: false
        }
    }
}

extension InputEvent {
    /// Whether a wheel gesture is over when the event comes; time alone leaves it to its rest.
    var endsWheel: Bool {
        switch self {
        case .touch, .hover, .gesture: true
        case .wheel, .tick: false
        }
    }
}

extension Surface {
    /// The event groups that it is in.
    public var eventGroups: [String] { chain.eventGroups }

    /// The surfaces whose gestures its modifiers follow now.
    public var followedSurfaces: [String] {
        followed.reduce(into: []) { masters, one in
            if !masters.contains(one.master) { masters.append(one.master) }
        }
    }

    /// Whether a gesture of another surface may move its ranges now.
    var followsGestures: Bool { followed.contains(where: \.isDriving) }

    /// Hands over what is to go to other surfaces, in order.
    public mutating func takeSignals() -> [Signal] { chain.chart.takeSignals() }

    /// Takes part in what has happened on another surface of the event group, as one update.
    ///
    /// Events go to every modifier that they reach, each surface starting with an event that nobody has handled. Of the
    /// gestures a modifier hears those of its master, the modifier of the same ``AttachedModifier/eventsGroupTag`` there:
    /// the one of its own id, else the first. Its own recognizers see nothing of it; locations stay in points of the other
    /// surface. While the surface is driven itself, or by a third one, it follows no further gesture.
    ///
    /// - Parameters:
    ///   - signals: What the other surface hands on.
    ///   - master: The other surface.
    public mutating func receive(_ signals: [Signal], from master: Surface) {
        asPartOfUpdate { surface in
            for signal in signals {
                if let event = signal.event { surface.chain.chart.trace?.begin(event: event) }
                switch signal.content {
                case .input(let event): surface.chain.offer(event, from: master.chart.id)
                case .time(let time): surface.coastWithGroup(to: time)
                case .gesture(let shared): surface.follow(shared, from: master)
                case .request: break
                case .endOfAction: surface.endGroupAction()
                }
            }
            surface.chain.forgetUnreached()
        }
        if !isActing { actions.settle(on: chart) }
    }

    private mutating func coastWithGroup(to time: Timestamp) {
        guard coastsWithGroup else { return }
        chain.chart.coast(to: time)
        coastsWithGroup = chart.isCoasting
    }

    private mutating func endGroupAction() {
        if coastsWithGroup { chain.chart.stopInertia() }
        coastsWithGroup = false
        letGo()
    }

    /// Drops what the event group has asked for beyond the constraints, here and of axes that modifiers look at.
    private mutating func letGo() {
        guard !isActing else { return }
        chain.chart.endRequests()
        chain.chart.finishSignals()
    }

    private mutating func follow(_ shared: SharedGesture, from master: Surface) {
        switch shared.gesture.state {
        case .possible, .failed: return
        case .began: begin(shared, from: master)
        case .ended where shared.isWhole: begin(shared, from: master)
        case .changed, .ended, .cancelled: goOn(with: shared, from: master.chart.id)
        }
    }

    private mutating func begin(_ shared: SharedGesture, from master: Surface) {
        let id = master.chart.id
        let pairs = pairs(with: shared, of: master)
        guard !pairs.isEmpty else { return }
        if shared.gesture.kind != .hover, let obstacle = obstacle(to: id) {
            guard let place = chart.trace?.place else { return }
            let idle = pairs.map { modifiers[$0.index].id }
            for id in idle { chain.chart.trace?.note(.ignored(modifier: id, place, reason: obstacle)) }
            return
        }
        for (index, role) in pairs {
            let entry = modifiers[index]
            guard chain.hasReached(entry.id), entry.shouldBegin(shared.gesture, on: chart),
                shared.gesture.kind == .hover || entry.condition.isMet(by: shared.gesture.modifiers)
            else { continue }
            deliver(shared.gesture, toModifierAt: index, role: role, from: id)
            guard shared.gesture.state.isActive else { continue }
            followed.append(
                FollowedGesture(
                    master: id, masterModifier: shared.modifier, masterRole: shared.role, modifier: entry.id,
                    role: role,
                    gesture: shared.gesture))
        }
    }

    private mutating func goOn(with shared: SharedGesture, from master: String) {
        for index in followed.indices
        where followed[index].master == master && followed[index].masterModifier == shared.modifier
            && followed[index].masterRole == shared.role && followed[index].gesture.kind == shared.gesture.kind
        {
            followed[index].gesture = shared.gesture
            guard let modifier = chain.index(of: followed[index].modifier) else { continue }
            deliver(shared.gesture, toModifierAt: modifier, role: followed[index].role, from: master)
        }
        followed.removeAll { $0.gesture.state.isTerminal }
    }

    private mutating func deliver(_ gesture: Gesture, toModifierAt index: Int, role: Int, from master: String) {
        coastWithGroup(to: gesture.time)
        let wasCoasting = chart.isCoasting && !coastsWithGroup
        chain.deliver(gesture, toModifierAt: index, role: role, from: master)
        coastsWithGroup = chart.isCoasting && !wasCoasting
    }

    /// Why the surface follows no gesture of another one now; `nil` when it does.
    private func obstacle(to master: String) -> String? {
        if isActing { return "the surface is driven itself, so it follows no gesture of \(master)" }
        guard let other = followed.first(where: { $0.isDriving && $0.master != master }) else { return nil }
        return "the surface follows the gestures of \(other.master) already"
    }

    /// The modifiers that follow a gesture, with the recognizer for which it stands.
    ///
    /// - Complexity: O(modifiers of both surfaces).
    private func pairs(with shared: SharedGesture, of master: Surface) -> [(index: Int, role: Int)] {
        guard let leader = master.modifiers.first(where: { $0.id == shared.modifier }), leader.isEnabled else {
            return []
        }
        let tag = leader.eventsGroupTag
        let tagged = master.modifiers.lazy.filter { $0.isEnabled && $0.eventsGroupTag == tag }.map(\.id)
        // The first one of a tag leads those that have no leader of their own id.
        let others = tagged.first == leader.id ? Set(tagged) : nil
        return modifiers.indices.compactMap { index in
            let entry = modifiers[index]
            guard entry.isEnabled, entry.eventsGroupTag == tag,
                entry.id == leader.id || others.map({ !$0.contains(entry.id) }) ?? false
            else { return nil }
            let kinds = entry.listening.map(\.kind)
            if shared.role < kinds.count, kinds[shared.role] == shared.gesture.kind { return (index, shared.role) }
            return kinds.firstIndex(of: shared.gesture.kind).map { (index, $0) }
        }
    }

    /// Cancels the gestures of other surfaces that some modifiers follow.
    ///
    /// - Parameter isLeft: Which; all of them unless told.
    mutating func cancelFollowed(where isLeft: (FollowedGesture) -> Bool = { _ in true }) {
        let left = followed.filter(isLeft)
        followed.removeAll(where: isLeft)
        for var one in left {
            guard let index = chain.index(of: one.modifier) else { continue }
            one.gesture.state = .cancelled
            chain.deliver(one.gesture, toModifierAt: index, role: one.role, from: one.master)
        }
    }

    /// Ends what the event group does to the surface; a pointer that hovers elsewhere stays.
    mutating func stopFollowing() {
        guard followsGestures || coastsWithGroup else { return }
        cancelFollowed(where: \.isDriving)
        if coastsWithGroup { chain.chart.stopInertia() }
        coastsWithGroup = false
        letGo()
    }

    /// Follows the gestures of another surface no longer, because it has left the event group or the session.
    public mutating func leave(_ master: String) {
        guard followed.contains(where: { $0.master == master }) else { return }
        asPartOfUpdate { surface in
            surface.cancelFollowed { $0.master == master }
            if !surface.followsGestures { surface.endGroupAction() }
        }
        if !isActing { actions.settle(on: chart) }
    }
}
