import Gestures

extension Surface {
    /// Whether an action is in progress: a touch is down, a gesture other than hovering goes on, or the content still
    /// moves after one.
    public var isActing: Bool {
        arena.hasTouches || hasGestureWithoutTouches || (chain.chart.isCoasting && !coastsWithGroup)
    }

    /// Whether an action in progress has moved ranges, or a turn of the wheel that is not at rest yet.
    public var hasOpenAction: Bool { !chain.chart.shows(actions.settled) }

    /// Whether the wheel or the client is in the middle of a gesture.
    var hasGestureWithoutTouches: Bool {
        !recognizedByClient.isEmpty || arena.activeRecognizers.contains { $0.kind == .wheel }
    }

    /// Whether somebody holds the window, so that it does not move along with new rows.
    ///
    /// A touch is down, the client is in the middle of a gesture, or the content still moves after one. The wheel holds
    /// nothing between its turns.
    public var holdsWindow: Bool { arena.hasTouches || !recognizedByClient.isEmpty || chain.chart.isCoasting }

    /// Ends the action in progress once nothing that asks for ranges goes on; hovering asks for nothing.
    mutating func endActionWhenIdle() {
        chain.keepRanges()
        // A touch that is down keeps the action open and holds the window, whatever else is true.
        guard !arena.hasTouches else { return }
        let isOpen =
            chain.chart.hasRequests || chain.chart.hasUnfinishedSignals || !chain.chart.shows(actions.settled)
        if isOpen, !isActing, !followsGestures { endAction() }
        if chain.chart.isHeldBack, !holdsWindow { letGo() }
    }

    /// Moves the window along with the rows that came while it was held; the data does this, so it is no part of an action.
    private mutating func letGo() {
        let ranges = chart.ranges
        chain.chart.catchUp()
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Ends the action in progress and lets go of what its gestures asked for beyond the constraints.
    mutating func endAction() {
        chain.chart.endRequests()
        actions.endAction(on: chain.chart, isShared: chain.chart.hasUnfinishedSignals)
        chain.chart.finishSignals()
    }

    /// Hands over what the actions that have ended since the last call did to the ranges.
    public mutating func takeSteps() -> [RangeStep] { actions.take() }

    /// Hands over what the action of another surface, which is over, did to the ranges of this one.
    public mutating func takeShare() -> RangeStep { actions.takeShare(on: chart) }

    /// Hands over what the action of another surface, which is over, and this one's own did to one axis that is linked.
    ///
    /// - Parameter id: The axis.
    /// - Returns: The step; `nil` for an axis that is not there.
    public mutating func takeShare(ofAxis id: String) -> RangeStep? {
        axisIDs.firstIndex(of: id).map { actions.takeShare(ofAxisAt: $0, on: chart) }
    }

    /// Forgets what actions did to the ranges, also that in progress, which begins here for the history.
    public mutating func forgetActions() {
        _ = actions.take()
        actions.restart(on: chart)
    }

    /// Cancels the gestures in progress and takes back what actions in progress did to the ranges, here or elsewhere.
    ///
    /// - Returns: The step back.
    @discardableResult
    public mutating func abandonAction() -> RangeStep {
        let known = actions.known
        cancelGestures()
        _ = actions.take()
        let step = RangeStep(before: chart.snapshots, after: known)
        restore(step)
        return step
    }

    /// Takes back what actions of other surfaces that are in progress did to the ranges.
    ///
    /// - Returns: The step back.
    public mutating func abandonShare() -> RangeStep {
        let step = RangeStep(before: chart.snapshots, after: actions.known)
        restore(step)
        return step
    }

    /// Shows what a step of the history has led to; this is no action of its own.
    public mutating func restore(_ step: RangeStep) {
        let ranges = chart.ranges
        asOneUpdate { $0.chain.chart.show(step) }
        actions.settle(on: chart, unlessMovedBefore: ranges)
        actions.restart(on: chart, axesOf: step)
    }

    /// Shows a range of one axis because the action of a surface moved an axis linked with it.
    ///
    /// What modifiers show follows with ``showFollowed()``, once for all axes that are linked.
    public mutating func follow(_ range: AxisRange, axis id: String) {
        let ranges = chart.ranges
        asPartOfUpdate(isShown: false) { $0.chain.chart.follow(range, axis: id) }
        if isActing {
            // An action of its own may be in progress here, too: it has moved only what it has moved itself.
            actions.settle(followed: chart, unlessMovedBefore: ranges)
        } else {
            actions.settle(on: chart)
        }
    }

    /// Shows a range of one axis because rows, or the history, moved an axis linked with it; this is no action's.
    ///
    /// What modifiers show follows with ``showFollowed()``, once for all axes that are linked.
    public mutating func follow(data range: AxisRange, axis id: String) {
        let ranges = chart.ranges
        asPartOfUpdate(isShown: false) { $0.chain.chart.follow(range, axis: id) }
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Shows a range of one axis that an action of this surface has moved, because those linked with it can show no other.
    ///
    /// What the action's gesture has asked for stays, so that it goes on from there.
    public mutating func settle(_ range: AxisRange, axis id: String) {
        asPartOfUpdate(isShown: false) { $0.chain.chart.settle(range, axis: id) }
        if !isActing { actions.settle(on: chart) }
    }

    /// Notes, where it is traced, how the limits of an axis change a range that a link asks it for.
    public mutating func noteLimits(of range: AxisRange, axis id: String) {
        chain.chart.noteLimits(of: range, axis: id)
    }

    /// Notes, where it is traced, that an axis cannot show what a link asks it for.
    public mutating func noteLink(refusing range: AxisRange, axis id: String) {
        chain.chart.noteLink(refusing: range, axis: id)
    }

    /// Lets the modifiers show the ranges of axes that have followed linked ones.
    public mutating func showFollowed() { chain.followUpdate() }

    /// Makes a change that belongs to an update already published: what modifiers have reported in it stays.
    mutating func asPartOfUpdate<Result, Failure: Error>(
        isShown: Bool = true, _ change: (inout Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let reports = chart.recognized
        defer { if !reports.isEmpty { chain.chart.recognized.insert(contentsOf: reports, at: 0) } }
        return try asOneUpdate(isShown: isShown, change)
    }

    /// Forgets what modifiers have reported: a new revision begins.
    public mutating func forgetReports() {
        if !chart.recognized.isEmpty { chain.chart.recognized = [] }
    }

    /// Makes a change from outside: an action of its own, which ends one that is in progress.
    mutating func asAction<Result, Failure: Error>(
        _ change: (inout Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { actions.endAction(on: chart) }
        return try asOneUpdate { surface throws(Failure) in
            surface.endWheelNow()
            surface.actions.endAction(on: surface.chart)
            return try change(&surface)
        }
    }
}
