/// Divides the changes of a surface's ranges into actions, the entries of a history.
///
/// An action is a touch sequence, a wheel gesture until its idle time, a gesture of the client, or one change from
/// outside. A change of the ranges by the data is no action.
struct ActionRecorder: Sendable {
    /// The axes at the end of the surface's own last action, with all later changes from elsewhere.
    var settled: [AxisSnapshot]
    /// The axes as the history knows them: after the last step, with the later changes by the data.
    ///
    /// Each step starts where the step before it ended, whatever has moved the axes, so that undo and redo are exact.
    var known: [AxisSnapshot]
    /// The annotations at the end of the last action.
    var annotations: AnnotationList
    /// The finished actions that the session has not taken yet.
    var steps: [RangeStep] = []

    init(settled: [AxisSnapshot], annotations: AnnotationList = AnnotationList()) {
        self.settled = settled
        known = settled
        self.annotations = annotations
    }

    /// Whether the session has not taken a finished action yet.
    var hasSteps: Bool { !steps.isEmpty }

    /// Whether an action in progress has changed annotations; making one counts before its end.
    func hasOpenAnnotations(on chart: Chart) -> Bool {
        chart.annotations.placing != nil || !chart.annotations.changes(since: annotations).isEmpty
    }

    /// Ends an action, and records a step if the ranges or the annotations differ from the settled ones.
    ///
    /// The step leaves out an axis that the action has not moved. Another surface's action may have moved that axis,
    /// and records its own step.
    ///
    /// - Parameters:
    ///   - chart: The chart at the end of the action.
    ///   - isShared: Whether the action may have moved other surfaces, and so has a step in any case.
    ///   - ended: The annotations that it has changed to the end, what it did to others stays open; `nil` for all.
    mutating func endAction(on chart: Chart, isShared: Bool = false, endsAnnotations ended: [String]? = nil) {
        let snapshots = chart.snapshots
        let changes = chart.annotations.changes(since: annotations).filter { ended?.contains($0.id) ?? true }
        if isShared || !changes.isEmpty || !chart.shows(settled) {
            var before = known
            for index in snapshots.indices {
                if chart.shows(settled[index], at: index) {
                    before[index] = snapshots[index]
                } else {
                    known[index] = snapshots[index]
                }
            }
            steps.append(RangeStep(before: before, after: snapshots, annotations: changes))
            if ended != nil { annotations.show(changes, \.after) }
        } else {
            for index in known.indices where known[index].visibleRange == snapshots[index].visibleRange {
                known[index] = snapshots[index]
            }
        }
        settled = snapshots
        if ended == nil, annotations.version != chart.annotations.version {
            annotations = chart.annotations.withoutPlacing
        }
    }

    /// Marks all axes as settled, after the action of another surface moved them; its step is still to be taken.
    mutating func settle(on chart: Chart) { settled = chart.snapshots }

    /// Marks all axes as settled and known.
    mutating func restart(on chart: Chart) {
        settled = chart.snapshots
        known = settled
    }

    /// Marks what a step has restored as settled and known.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - step: The step.
    ///   - isOpen: Whether an action in progress has changed annotations before.
    mutating func restart(on chart: Chart, axesOf step: RangeStep, hasOpenAnnotations isOpen: Bool) {
        let snapshots = chart.snapshots
        if isOpen {
            annotations.show(step.annotations ?? [], \.after)
        } else {
            annotations = chart.annotations.withoutPlacing
        }
        for index in step.before.indices where step.before[index] != step.after[index] {
            settled[index] = snapshots[index]
            known[index] = snapshots[index]
        }
    }

    /// Marks axes as settled and known after a change that is no action, unless an action had moved them before.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - ranges: The ranges of its axes before the change.
    mutating func settle(on chart: Chart, unlessMovedBefore ranges: [AxisRange]) {
        settle(followed: chart, unlessMovedBefore: ranges)
        let snapshots = chart.snapshots
        for index in snapshots.indices where known[index].visibleRange == ranges[index] {
            known[index] = snapshots[index]
        }
    }

    /// Marks axes as settled after the action of another surface, unless the action in progress here had moved them.
    ///
    /// The step of the other action is still to be taken.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - ranges: The ranges of its axes before the change.
    mutating func settle(followed chart: Chart, unlessMovedBefore ranges: [AxisRange]) {
        let snapshots = chart.snapshots
        for index in snapshots.indices where settled[index].visibleRange == ranges[index] {
            settled[index] = snapshots[index]
        }
    }

    /// Takes over what a change from outside has set without moving a range.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - before: The chart before the change.
    mutating func adopt(_ chart: Chart, since before: Chart) {
        let (old, new) = (before.snapshots, chart.snapshots)
        for index in new.indices where old[index] != new[index] {
            settled[index] = before.shows(settled[index], at: index) ? new[index] : settled[index].grown(as: new[index])
            known[index] = before.shows(known[index], at: index) ? new[index] : known[index].grown(as: new[index])
        }
    }

    /// Takes over what a second client does to annotations, beside the driver's action in progress.
    mutating func adopt(_ changes: [AnnotationChange]) { annotations.show(changes, \.after) }

    /// Records what a second client has done to annotations, as an action of its own.
    mutating func note(_ changes: [AnnotationChange]) {
        steps.append(RangeStep(before: [], after: [], annotations: changes))
    }

    /// Returns and removes the finished actions.
    mutating func take() -> [RangeStep] {
        guard !steps.isEmpty else { return [] }
        defer { steps = [] }
        return steps
    }

    /// Returns the changes of the axes since the last step, as a step of another surface's action.
    mutating func takeShare(on chart: Chart) -> RangeStep {
        let step = RangeStep(before: known, after: chart.snapshots)
        settled = step.after
        known = settled
        return step
    }

    /// Returns the change of one axis since the last step, as a part of another surface's action.
    mutating func takeShare(ofAxisAt index: Int, on chart: Chart) -> RangeStep {
        let after = chart.snapshots
        var before = after
        before[index] = known[index]
        settled[index] = after[index]
        known[index] = after[index]
        return RangeStep(before: before, after: after)
    }
}
