import Gestures

extension Surface {
    /// Whether an action is in progress: a touch is down, a gesture other than hovering goes on, or the content still
    /// moves after one.
    public var isActing: Bool {
        arena.hasTouches || hasGestureWithoutTouches || (chart.isCoasting && !coastsWithGroup)
    }

    /// Whether the wheel or the client is in the middle of a gesture.
    var hasGestureWithoutTouches: Bool {
        !recognizedByClient.isEmpty || arena.activeGestures.contains { $0.gesture.kind == .wheel }
    }

    /// Whether somebody holds the window, so that it does not move along with new rows.
    ///
    /// A touch is down, the client is in the middle of a gesture, or the content still moves after one. The wheel holds
    /// nothing between its turns.
    public var holdsWindow: Bool { arena.hasTouches || !recognizedByClient.isEmpty || chart.isCoasting }

    /// Ends the action in progress once nothing that asks for ranges goes on; hovering asks for nothing.
    mutating func endActionWhenIdle() {
        chain.keepRanges()
        let chart = chain.chart
        let isOpen = chart.hasRequests || chart.hasUnfinishedSignals || !chart.shows(actions.settled)
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

    /// Cancels the gestures in progress and takes back what the action in progress did to the ranges.
    ///
    /// - Returns: The step back.
    @discardableResult
    public mutating func abandonAction() -> RangeStep {
        let settled = actions.settled
        cancelGestures()
        _ = actions.take()
        let step = RangeStep(before: chart.snapshots, after: settled)
        restore(step)
        return step
    }

    /// Shows what a step of the history has led to; this is no action of its own.
    public mutating func restore(_ step: RangeStep) {
        asOneUpdate { $0.chain.chart.show(step) }
        actions.settle(on: chart)
    }

    /// Shows a range of one axis because an axis linked with it moved; this is no action of its own.
    public mutating func follow(_ range: AxisRange, axis id: String) {
        asOneUpdate { $0.chain.chart.setVisibleRange(range, axis: id) }
        if !isActing { actions.settle(on: chart) }
    }

    /// Makes a change from outside: an action of its own, which ends one that is in progress.
    mutating func asAction<Result, Failure: Error>(
        _ change: (inout Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        actions.endAction(on: chart)
        defer { actions.endAction(on: chart) }
        return try asOneUpdate(change)
    }
}
