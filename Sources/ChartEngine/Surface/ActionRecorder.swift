/// Cuts what happens to a surface's ranges into actions, the entries of a history.
///
/// An action is a touch sequence, a wheel gesture until it is idle, a gesture of the client, or one change from outside.
/// What the data does to the ranges is none.
struct ActionRecorder: Sendable {
    /// The axes when the surface's own last action was over, with what others have done to them since.
    var settled: [AxisSnapshot]
    /// The axes as the history knows them: after the last step, with what the data has done since.
    ///
    /// Each step starts where the one before it has ended, whoever has moved the axes, so that undo and redo are exact.
    var known: [AxisSnapshot]
    /// The finished actions that nobody has taken.
    var steps: [RangeStep] = []

    init(settled: [AxisSnapshot]) {
        self.settled = settled
        known = settled
    }

    /// Whether an action has ended that nobody has taken.
    var hasSteps: Bool { !steps.isEmpty }

    /// Ends an action; when the ranges differ from the settled ones, it has a step.
    ///
    /// Of an axis that it has not moved the step says nothing: another surface's action may have, and is still to say so.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - isShared: Whether the action may have moved other surfaces, so that it has a step in any case.
    mutating func endAction(on chart: Chart, isShared: Bool = false) {
        let snapshots = chart.snapshots
        if isShared || !chart.shows(settled) {
            var before = known
            for index in snapshots.indices {
                if chart.shows(settled[index], at: index) {
                    before[index] = snapshots[index]
                } else {
                    known[index] = snapshots[index]
                }
            }
            steps.append(RangeStep(before: before, after: snapshots))
        } else {
            for index in known.indices where known[index].visibleRange == snapshots[index].visibleRange {
                known[index] = snapshots[index]
            }
        }
        settled = snapshots
    }

    /// Takes the axes for settled that the action of another surface has moved; its step is still to be taken.
    mutating func settle(on chart: Chart) { settled = chart.snapshots }

    /// Takes all axes for settled and known.
    mutating func restart(on chart: Chart) {
        settled = chart.snapshots
        known = settled
    }

    /// Takes the axes for settled and known that a step has brought back.
    mutating func restart(on chart: Chart, axesOf step: RangeStep) {
        let snapshots = chart.snapshots
        for index in snapshots.indices where step.before[index] != step.after[index] {
            settled[index] = snapshots[index]
            known[index] = snapshots[index]
        }
    }

    /// Takes axes for settled and known that no action has moved since, whatever has moved them now.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - ranges: What its axes showed before they were moved.
    mutating func settle(on chart: Chart, unlessMovedBefore ranges: [AxisRange]) {
        settle(followed: chart, unlessMovedBefore: ranges)
        let snapshots = chart.snapshots
        for index in snapshots.indices where known[index].visibleRange == ranges[index] {
            known[index] = snapshots[index]
        }
    }

    /// Takes axes for settled that the action in progress has not moved, where that of another surface has moved them; its
    /// step is still to be taken.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - ranges: What its axes showed before they were moved.
    mutating func settle(followed chart: Chart, unlessMovedBefore ranges: [AxisRange]) {
        let snapshots = chart.snapshots
        for index in snapshots.indices where settled[index].visibleRange == ranges[index] {
            settled[index] = snapshots[index]
        }
    }

    /// Hands the finished actions over.
    mutating func take() -> [RangeStep] {
        guard !steps.isEmpty else { return [] }
        defer { steps = [] }
        return steps
    }

    /// Hands over what has happened to the axes since the last step, as a step of another surface's action.
    mutating func takeShare(on chart: Chart) -> RangeStep {
        let step = RangeStep(before: known, after: chart.snapshots)
        settled = step.after
        known = settled
        return step
    }

    /// Hands over what has happened to one axis since the last step, as a part of another surface's action.
    mutating func takeShare(ofAxisAt index: Int, on chart: Chart) -> RangeStep {
        let after = chart.snapshots
        var before = after
        before[index] = known[index]
        settled[index] = after[index]
        known[index] = after[index]
        return RangeStep(before: before, after: after)
    }
}
