import Gestures

/// The actions of a surface, which are undone and done again.
extension Surface {
    /// Whether an action is in progress.
    ///
    /// A touch is down, a gesture other than a hover is active, or an inertial motion of this surface lasts.
    public var isActing: Bool {
        arena.hasTouches || hasGestureWithoutTouches || (chain.chart.isCoasting && !coastsWithGroup)
    }

    /// Whether an action in progress has moved ranges or changed annotations; a wheel gesture before its idle time is one.
    public var hasOpenAction: Bool {
        !chain.chart.shows(actions.settled) || actions.hasOpenAnnotations(on: chain.chart)
    }

    /// Whether an action in progress has changed annotations, or makes one.
    public var hasOpenAnnotations: Bool { actions.hasOpenAnnotations(on: chain.chart) }

    /// The axes that actions, here or on other surfaces, have moved since the history knows them.
    public var unrecordedAxes: [AxisReference] {
        guard !chain.chart.shows(actions.known) else { return [] }
        return zip(axisIDs.indices, axisIDs).filter { !chain.chart.shows(actions.known[$0.0], at: $0.0) }
            .map { AxisReference(surface: chart.id, axis: $0.1) }
    }

    /// The axes that an action has moved since an earlier state of the surface; with other axes, all of them.
    public func axesMoved(since earlier: Surface) -> [AxisReference] {
        let snapshots = earlier.chart.snapshots
        guard axisIDs == earlier.axisIDs else { return earlier.chart.references(of: .xy) + chart.references(of: .xy) }
        return chart.references(of: .xy).enumerated().filter { !chain.chart.shows(snapshots[$0.offset], at: $0.offset) }
            .map(\.element)
    }

    /// Whether a wheel gesture or a gesture of the client is in progress.
    var hasGestureWithoutTouches: Bool {
        !recognizedByClient.isEmpty || arena.activeRecognizers.contains { $0.kind == .wheel }
    }

    /// Whether a gesture holds the window, so that it does not follow new rows.
    ///
    /// A touch is down, a gesture of the client or a turn of the wheel is in progress, or an inertial motion lasts.
    public var holdsWindow: Bool {
        arena.hasTouches || hasGestureWithoutTouches || chain.chart.isCoasting
    }

    /// Whether an axis waits for the end of a gesture on another surface, which does not hold it any more.
    public var isHeldInVain: Bool { chain.chart.isHeldBack && !holdsWindow && heldAxes.isEmpty }

    /// Moves the axes to the rows that arrived while a gesture on another surface held them; this is no action.
    public mutating func catchUp() {
        asPartOfUpdate { $0.releaseWindow() }
    }

    /// Ends the action in progress once no gesture can request ranges; a hover requests none.
    mutating func endActionWhenIdle() {
        chain.keepRanges()
        // A touch that is down keeps the action open and holds the window.
        guard !arena.hasTouches else { return }
        let isOpen =
            chain.chart.hasRequests || chain.chart.hasUnfinishedSignals || !chain.chart.shows(actions.settled)
            || !chain.chart.annotations.changes(since: actions.annotations).isEmpty
        if isOpen, !isActing, !followsGestures { endAction() }
        if isHeldInVain { releaseWindow() }
    }

    /// Moves the window to the rows that arrived while a gesture held it; this change by the data is no action.
    private mutating func releaseWindow() {
        let ranges = chart.ranges
        chain.chart.catchUp()
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Ends the action in progress, and drops what its gestures requested beyond the constraints.
    mutating func endAction() {
        chain.chart.endRequests()
        actions.endAction(on: chain.chart, isShared: chain.chart.hasUnfinishedSignals)
        chain.chart.finishSignals()
    }

    /// Closes the action in progress for the history, although its gestures go on; they then begin a new action.
    public mutating func closeAction() { actions.endAction(on: chain.chart, isShared: true) }

    /// Returns and removes the steps of the actions that have ended since the last call.
    public mutating func takeSteps() -> [RangeStep] { actions.take() }

    /// Returns what a finished action of another surface did to the ranges of this one.
    public mutating func takeShare() -> RangeStep { actions.takeShare(on: chart) }

    /// Returns what a finished action of another surface, and this surface's own, did to one linked axis.
    ///
    /// - Parameter id: The axis.
    /// - Returns: The step; `nil` for an unknown axis.
    public mutating func takeShare(ofAxis id: String) -> RangeStep? {
        axisIDs.firstIndex(of: id).map { actions.takeShare(ofAxisAt: $0, on: chart) }
    }

    /// Forgets what actions did to the ranges; for the history an action in progress begins here.
    public mutating func forgetActions() {
        _ = actions.take()
        actions.restart(on: chart)
    }

    /// Restores the state after a step of the history; this is no action.
    public mutating func restore(_ step: RangeStep) {
        let (ranges, isOpen) = (chart.ranges, hasOpenAnnotations)
        asOneUpdate { $0.chain.chart.show(step) }
        actions.settle(on: chart, unlessMovedBefore: ranges)
        actions.restart(on: chart, axesOf: step, hasOpenAnnotations: isOpen)
    }

    /// Shows a range of one axis because the action of a surface moved a linked axis.
    ///
    /// ``showFollowed()`` then updates the overlays once for all linked axes.
    public mutating func follow(_ range: AxisRange, axis id: String) {
        let ranges = chart.ranges
        asPartOfUpdate(isShown: false) { $0.chain.chart.follow(range, axis: id) }
        if isActing {
            // The action in progress here keeps only the axes that it has moved itself.
            actions.settle(followed: chart, unlessMovedBefore: ranges)
        } else {
            actions.settle(on: chart)
        }
    }

    /// Shows a range of one axis because rows or the history moved a linked axis; this is no action.
    ///
    /// ``showFollowed()`` then updates the overlays once for all linked axes.
    public mutating func follow(data range: AxisRange, axis id: String) {
        let ranges = chart.ranges
        asPartOfUpdate(isShown: false) { $0.chain.chart.follow(range, axis: id) }
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Corrects the range of one axis that an action of this surface has moved, to one that the linked axes can show.
    ///
    /// The range that the action's gesture has requested stays, so that the gesture goes on from there.
    public mutating func settle(_ range: AxisRange, axis id: String) {
        asPartOfUpdate(isShown: false) { $0.chain.chart.settle(range, axis: id) }
        if !isActing { actions.settle(on: chart) }
    }

    /// Records in an active trace how the limits of an axis change a range that a link requests.
    public mutating func noteLimits(of range: AxisRange, axis id: String) {
        chain.chart.noteLimits(of: range, axis: id)
    }

    /// Records in an active trace that an axis cannot show the range that a link requests.
    public mutating func noteLink(refusing range: AxisRange, axis id: String) {
        chain.chart.noteLink(refusing: range, axis: id)
    }

    /// Updates the overlays after axes have followed linked ones.
    public mutating func showFollowed() { chain.followUpdate() }

    /// Makes a change as part of an update already published, and keeps the gestures that modifiers reported in it.
    mutating func asPartOfUpdate<Result, Failure: Error>(
        isShown: Bool = true, _ change: (inout Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let reports = chart.recognized
        defer { if !reports.isEmpty { chain.chart.recognized.insert(contentsOf: reports, at: 0) } }
        return try asOneUpdate(isShown: isShown, change)
    }

    /// Forgets the gestures that modifiers have reported, because a new revision begins.
    public mutating func forgetReports() {
        if !chart.recognized.isEmpty { chain.chart.recognized = [] }
    }

    /// Makes a change from outside.
    ///
    /// If it moves a range or changes an annotation, it is an action of its own: it ends a wheel gesture, and the action in progress ends before
    /// it. Otherwise the action in progress goes on.
    mutating func asAction<Result, Failure: Error>(
        _ change: (inout Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = chain.chart
        let result = try asOneUpdate(change)
        let noted = chain.chart.annotations.changes(since: before.annotations).map(\.id)
        guard !noted.isEmpty || !chain.chart.shows(before.snapshots) else {
            actions.adopt(chain.chart, since: before)
            return result
        }
        // The drag of an annotation goes on as one action, unless this is a change of that annotation.
        recordGuests(holding: noted, on: before)
        actions.endAction(on: before, endsAnnotations: noted)
        actions.endAction(on: chain.chart, endsAnnotations: noted)
        endWheel()
        return result
    }
}
