/// Cuts what happens to a surface's ranges into actions, the entries of a history.
///
/// An action is a touch sequence, a wheel gesture until it is idle, a gesture of the client, or one change from outside.
/// What the data does to the ranges is none.
struct ActionRecorder: Sendable {
    /// The axes when the last action was over.
    private(set) var settled: [AxisSnapshot]
    /// The finished actions that nobody has taken.
    private var steps: [RangeStep] = []

    init(settled: [AxisSnapshot]) {
        self.settled = settled
    }

    /// Ends an action: what differs from the settled ranges is its step.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - isShared: Whether the action may have moved other surfaces, so that it has a step in any case.
    mutating func endAction(on chart: Chart, isShared: Bool = false) {
        let snapshots = chart.snapshots
        if isShared || !chart.shows(settled) { steps.append(RangeStep(before: settled, after: snapshots)) }
        settled = snapshots
    }

    /// Takes the axes for settled, whoever has moved them.
    mutating func settle(on chart: Chart) { settled = chart.snapshots }

    /// Takes axes for settled that the action in progress has not moved, whatever has moved them since.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - ranges: What its axes showed before they were moved.
    mutating func settle(on chart: Chart, unlessMovedBefore ranges: [AxisRange]) {
        let snapshots = chart.snapshots
        for index in settled.indices where settled[index].visibleRange == ranges[index] {
            settled[index] = snapshots[index]
        }
    }

    /// Hands the finished actions over.
    mutating func take() -> [RangeStep] {
        guard !steps.isEmpty else { return [] }
        defer { steps = [] }
        return steps
    }
}
