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

    /// Ends the action in progress once nothing that asks for ranges goes on; hovering asks for nothing.
    mutating func endActionWhenIdle() {
        guard chain.chart.hasRequests || chain.chart.hasUnfinishedSignals || !chain.chart.shows(actions.settled),
            !isActing, !followsGestures
        else { return }
        endAction()
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
    public mutating func abandonAction() {
        let ranges = actions.settled
        cancelGestures()
        _ = actions.take()
        restore(ranges)
    }

    /// Shows ranges of an earlier moment, x axes first; this is no action of its own.
    public mutating func restore(_ ranges: [AxisRange]) {
        asOneUpdate { $0.chain.chart.show(ranges) }
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
