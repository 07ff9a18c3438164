public import Gestures

/// A gesture of another surface that a modifier follows.
struct FollowedGesture: Sendable, Codable {
    /// The id of the other surface.
    var master: String
    /// The id of the modifier there that received the gesture.
    var masterModifier: String
    /// The role of its recognizer that found the gesture.
    var masterRole: Int
    /// The id of the modifier here.
    var modifier: String
    /// The role of its recognizer that the gesture stands for.
    var role: Int
    /// The gesture in its last state.
    var gesture: Gesture

    /// Whether the gesture can move ranges; a hover cannot, so another gesture may still drive the surface.
    var isDriving: Bool { gesture.kind != .hover }
}

extension InputEvent {
    /// Whether the event stops its surface from following gestures of the event group.
    var stopsFollowing: Bool {
        switch self {
        case .touch(let touch): touch.phase == .began
        case .wheel: true
        case .gesture(let gesture): gesture.kind != .hover
        case .hover, .tick: false
        }
    }

    /// Whether the event is a turn of the wheel.
    public var isWheel: Bool {
        switch self {
        case .wheel: true
        case .touch, .hover, .gesture, .tick: false
        }
    }

    /// Whether the event ends a wheel gesture at once; otherwise the idle time decides.
    ///
    /// A touch does, and so does a gesture that the client has recognized.
    public var endsWheel: Bool {
        switch self {
        case .touch: true
        case .gesture(let gesture): gesture.kind != .hover
        case .wheel, .hover, .tick: false
        }
    }
}

extension Surface {
    /// The event groups of the surface.
    public var eventGroups: [String] { chain.eventGroups }

    /// The ids of the surfaces whose gestures the modifiers follow now.
    public var followedSurfaces: [String] {
        followed.reduce(into: []) { masters, one in
            if !masters.contains(one.master) { masters.append(one.master) }
        }
    }

    /// Whether the surface follows a gesture of another surface that can move its ranges.
    var followsGestures: Bool { followed.contains(where: \.isDriving) }

    /// Returns and removes the signals for other surfaces, in order.
    public mutating func takeSignals() -> [Signal] { chain.chart.takeSignals() }

    /// Applies the signals of another surface of the event group as one update.
    ///
    /// An event goes to every modifier that it reaches, and starts as not handled on each surface. A modifier receives
    /// the gestures of its master, a modifier of the same ``AttachedModifier/eventsGroupTag`` there: the one of its own
    /// id, else the first. The recognizers here do not see these gestures, whose locations stay in points of the other
    /// surface.
    ///
    /// The surface follows no further gesture during an action of its own, or while it follows a third surface.
    ///
    /// - Parameters:
    ///   - signals: The signals of the other surface.
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
        dropRequests()
    }

    /// Drops what the event group has requested beyond the constraints, here and of watched axes.
    private mutating func dropRequests() {
        guard !isActing else { return }
        chain.chart.endRequests()
        chain.chart.finishSignals()
    }

    private mutating func follow(_ shared: SharedGesture, from master: Surface) {
        switch shared.gesture.state {
        case .possible, .failed: return
        case .began: begin(shared, from: master)
        case .ended where shared.isWhole: begin(shared, from: master)
        case .changed, .ended, .cancelled: continueFollowing(with: shared, from: master.chart.id)
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

    private mutating func continueFollowing(with shared: SharedGesture, from master: String) {
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

    /// The reason why the surface cannot follow a gesture of another surface now; `nil` when it can.
    private func obstacle(to master: String) -> String? {
        if isActing { return "the surface is driven itself, so it follows no gesture of \(master)" }
        guard let other = followed.first(where: { $0.isDriving && $0.master != master }) else { return nil }
        return "the surface follows the gestures of \(other.master) already"
    }

    /// The positions of the modifiers that follow a gesture, with the roles of the recognizers that it stands for.
    ///
    /// - Complexity: O(modifiers of both surfaces).
    private func pairs(with shared: SharedGesture, of master: Surface) -> [(index: Int, role: Int)] {
        guard let leader = master.modifiers.first(where: { $0.id == shared.modifier }), leader.isEnabled else {
            return []
        }
        let tag = leader.eventsGroupTag
        let tagged = master.modifiers.lazy.filter { $0.isEnabled && $0.eventsGroupTag == tag }.map(\.id)
        // The first modifier of a tag also leads the modifiers whose id has no leader of its own.
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

    /// Cancels followed gestures of other surfaces.
    ///
    /// - Parameter isLeft: Whether to cancel a gesture; by default all are cancelled.
    mutating func cancelFollowed(where isLeft: (FollowedGesture) -> Bool = { _ in true }) {
        let left = followed.filter(isLeft)
        followed.removeAll(where: isLeft)
        for var one in left {
            guard let index = chain.index(of: one.modifier) else { continue }
            one.gesture.state = .cancelled
            chain.deliver(one.gesture, toModifierAt: index, role: one.role, from: one.master)
        }
    }

    /// Stops following gestures of the event group, except hovers.
    mutating func stopFollowing() {
        guard followsGestures || coastsWithGroup else { return }
        cancelFollowed(where: \.isDriving)
        if coastsWithGroup { chain.chart.stopInertia() }
        coastsWithGroup = false
        dropRequests()
    }

    /// Stops following the gestures of another surface, which has left the event group or the session.
    public mutating func leave(_ master: String) {
        guard followed.contains(where: { $0.master == master }) else { return }
        asPartOfUpdate { surface in
            surface.cancelFollowed { $0.master == master }
            if !surface.followsGestures { surface.endGroupAction() }
        }
        if !isActing { actions.settle(on: chart) }
    }
}

extension Surface {
    /// The axes of other surfaces that the modifiers read, each once.
    public var watchedAxes: [AxisReference] { chain.watchedAxes }

    /// Updates the axes of other surfaces that the modifiers read.
    ///
    /// - Parameter axes: The watched axes that exist, as they are now.
    public mutating func watch(_ axes: [WatchedAxis]) {
        let isSame = axes.count == chart.watchedAxes.count && zip(axes, chart.watchedAxes).allSatisfy { $0.shows($1) }
        guard !isSame else { return }
        let ranges = chart.ranges
        asPartOfUpdate { surface in surface.chain.chart.suspendUpdates { $0.watchedAxes = axes } }
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Sets the range of an axis that a gesture on another surface requests; this is no action of this surface.
    public mutating func grant(_ range: AxisRange, axis id: String, clip: RangeClip) {
        asPartOfUpdate { surface in
            surface.chain.chart.requestRange(range, axis: id, clip: clip)
            surface.chain.chart.traceLimitations()
        }
        if !isActing { actions.settle(on: chart) }
    }

    /// Drops what a gesture on another surface has requested beyond the constraints.
    public mutating func endGrants() {
        if !isActing, !followsGestures { chain.chart.endRequests() }
    }
}
