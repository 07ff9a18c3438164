/// What one action did to the ranges of a surface: x axes first, then y axes, each in their order.
public struct RangeStep: Sendable, Hashable {
    /// The ranges before.
    public let before: [AxisRange]
    /// The ranges after.
    public let after: [AxisRange]

    /// Creates a step.
    public init(before: [AxisRange], after: [AxisRange]) {
        self.before = before
        self.after = after
    }
}

/// Cuts what happens to a surface's ranges into actions, the entries of a history.
///
/// An action is a touch sequence, a wheel gesture until it is idle, a gesture of the client, or one change from outside.
/// What the data does to the ranges is none.
struct ActionRecorder: Sendable {
    /// The ranges when the last action was over.
    private(set) var settled: [AxisRange]
    /// The finished actions that nobody has taken.
    private var steps: [RangeStep] = []

    init(settled: [AxisRange]) {
        self.settled = settled
    }

    /// Ends an action: what differs from the settled ranges is its step.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - isShared: Whether the action may have moved other surfaces, so that it has a step in any case.
    mutating func endAction(on chart: Chart, isShared: Bool = false) {
        guard isShared || !chart.shows(settled) else { return }
        let ranges = chart.ranges
        steps.append(RangeStep(before: settled, after: ranges))
        settled = ranges
    }

    /// Takes the ranges for settled, whoever has moved them.
    mutating func settle(on chart: Chart) {
        if !chart.shows(settled) { settled = chart.ranges }
    }

    /// Hands the finished actions over.
    mutating func take() -> [RangeStep] {
        guard !steps.isEmpty else { return [] }
        defer { steps = [] }
        return steps
    }
}

extension Chart {
    /// The visible ranges of all axes, x axes first.
    public var ranges: [AxisRange] { xAxes.map(\.visibleRange) + yAxes.map(\.visibleRange) }

    /// Whether the axes show these ranges.
    func shows(_ ranges: [AxisRange]) -> Bool {
        guard ranges.count == xAxes.count + yAxes.count else { return false }
        for index in xAxes.indices where xAxes[index].visibleRange != ranges[index] { return false }
        for index in yAxes.indices where yAxes[index].visibleRange != ranges[xAxes.count + index] { return false }
        return true
    }

    /// Shows these ranges, x axes first.
    mutating func show(_ ranges: [AxisRange]) {
        guard ranges.count == xAxes.count + yAxes.count else { return }
        suspendUpdates { chart in
            for index in chart.xAxes.indices { chart.xAxes[index].set(ranges[index]) }
            for index in chart.yAxes.indices { chart.yAxes[index].set(ranges[chart.xAxes.count + index]) }
        }
    }
}
