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
    /// - Parameters:
    ///   - chart: The chart.
    ///   - isShared: Whether the action may have moved other surfaces, so that it has a step in any case.
    mutating func endAction(on chart: Chart, isShared: Bool = false) {
        let snapshots = chart.snapshots
        if isShared || !chart.shows(settled) {
            steps.append(RangeStep(before: known, after: snapshots))
            known = snapshots
        } else {
            for index in known.indices where known[index].visibleRange == snapshots[index].visibleRange {
                known[index] = snapshots[index]
            }
        }
        settled = snapshots
    }

    /// Takes the axes for settled that the action of another surface has moved; its step is still to be taken.
    mutating func settle(on chart: Chart) { settled = chart.snapshots }

    /// Takes the axes for settled and known: the history has brought them back.
    mutating func restart(on chart: Chart) {
        settled = chart.snapshots
        known = settled
    }

    /// Takes axes for settled and known that no action has moved since, whatever has moved them now.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - ranges: What its axes showed before they were moved.
    mutating func settle(on chart: Chart, unlessMovedBefore ranges: [AxisRange]) {
        let snapshots = chart.snapshots
        for index in snapshots.indices {
            if settled[index].visibleRange == ranges[index] { settled[index] = snapshots[index] }
            if known[index].visibleRange == ranges[index] { known[index] = snapshots[index] }
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
}
