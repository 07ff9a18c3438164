/// What a history brings back of an axis.
public struct AxisSnapshot: Sendable, Hashable {
    /// The values that it shows.
    public let visibleRange: AxisRange
    /// How far autorange and zoomExtents go beyond the data.
    public let growBy: GrowBy
    /// Whether it keeps up with the last row.
    public let isFollowing: Bool
}

/// What one action did to the ranges of a surface: x axes first, then y axes, each in their order.
public struct RangeStep: Sendable, Hashable, Codable {
    /// The axes before.
    public let before: [AxisSnapshot]
    /// The axes after.
    public let after: [AxisSnapshot]

    /// Creates a step.
    public init(before: [AxisSnapshot], after: [AxisSnapshot]) {
        self.before = before
        self.after = after
    }

    /// This step, and another one behind it.
    ///
    /// - Parameter next: What happened next, or to other axes in the same time.
    /// - Returns: Both as one.
    public func followed(by next: RangeStep) -> RangeStep {
        let before = zip(zip(before, after), next.before).map { own, other in own.0 == own.1 ? other : own.0 }
        return RangeStep(before: before, after: next.after)
    }

    /// The step back.
    public var reversed: RangeStep { RangeStep(before: after, after: before) }
}

extension Chart {
    /// The visible ranges of all axes, x axes first.
    public var ranges: [AxisRange] {
        var ranges: [AxisRange] = []
        ranges.reserveCapacity(xAxes.count + yAxes.count)
        for index in xAxes.indices { ranges.append(xAxes[index].visibleRange) }
        for index in yAxes.indices { ranges.append(yAxes[index].visibleRange) }
        return ranges
    }

    /// What a history brings back of all axes, x axes first.
    public var snapshots: [AxisSnapshot] {
        var snapshots: [AxisSnapshot] = []
        snapshots.reserveCapacity(xAxes.count + yAxes.count)
        for index in xAxes.indices { snapshots.append(snapshot(of: xAxes, at: index)) }
        for index in yAxes.indices { snapshots.append(snapshot(of: yAxes, at: index)) }
        return snapshots
    }

    /// What a history brings back of one axis; only one that follows the rows is copied to ask where they end.
    private func snapshot(of axes: [Axis], at index: Int) -> AxisSnapshot {
        AxisSnapshot(
            visibleRange: axes[index].visibleRange, growBy: axes[index].options.growBy,
            isFollowing: axes[index].options.follow != .none && axes[index].follows(lastRow: lastRow))
    }

    /// Whether the axes show the ranges of these snapshots.
    func shows(_ snapshots: [AxisSnapshot]) -> Bool {
        guard snapshots.count == xAxes.count + yAxes.count else { return false }
        for index in xAxes.indices where !xAxes[index].shows(snapshots[index]) { return false }
        for index in yAxes.indices where !yAxes[index].shows(snapshots[xAxes.count + index]) { return false }
        return true
    }

    /// Whether no action has moved an axis since, x axes first.
    func shows(_ snapshot: AxisSnapshot, at index: Int) -> Bool {
        index < xAxes.count ? xAxes[index].shows(snapshot) : yAxes[index - xAxes.count].shows(snapshot)
    }

    /// Shows what a step has led to on the axes that it has changed.
    ///
    /// An axis that kept up with the last row then moves along with those that have come since.
    mutating func show(_ step: RangeStep) {
        guard step.after.count == xAxes.count + yAxes.count, step.before.count == step.after.count else { return }
        suspendUpdates { chart in
            let count = chart.xAxes.count
            for index in chart.xAxes.indices {
                chart.xAxes[index].show(step.after[index], instead: step.before[index])
            }
            for index in chart.yAxes.indices {
                chart.yAxes[index].show(step.after[count + index], instead: step.before[count + index])
            }
            guard let last = chart.lastRow else { return }
            for index in chart.xAxes.indices
            where step.after[index].isFollowing && step.after[index] != step.before[index] {
                chart.xAxes[index].keepUp(with: last)
            }
        }
    }
}

extension Axis {
    /// Whether no action has moved it since; what its data does to it is none.
    fileprivate func shows(_ snapshot: AxisSnapshot) -> Bool {
        visibleRange == snapshot.visibleRange || rangesItself && options.growBy == snapshot.growBy
    }

    /// Shows a range of a history, and brings its `growBy` back where that is another than before; an axis that ranges
    /// itself always shows its extents, whatever it has shown before.
    fileprivate mutating func show(_ wanted: AxisSnapshot, instead present: AxisSnapshot) {
        if !rangesItself, wanted.visibleRange != present.visibleRange { restore(wanted.visibleRange) }
        guard wanted.growBy != present.growBy else { return }
        options.growBy = wanted.growBy
        requestedGrowth = nil
        if options.autoRange.followsData { rangeAutomatically() }
    }
}
