/// The part of an axis that a history restores.
public struct AxisSnapshot: Sendable, Hashable {
    /// The visible range.
    public let visibleRange: AxisRange
    /// How far autorange and zoomExtents extend beyond the data.
    public let growBy: GrowBy
    /// Whether the axis follows the last row.
    public let isFollowing: Bool

    /// The snapshot with the growth of another one.
    func grown(as other: AxisSnapshot) -> AxisSnapshot {
        AxisSnapshot(visibleRange: visibleRange, growBy: other.growBy, isFollowing: isFollowing)
    }
}

/// The change of a surface's ranges and annotations by one action; x axes first, then y axes, in their order.
public struct RangeStep: Sendable, Hashable, Codable {
    /// The axes before.
    public let before: [AxisSnapshot]
    /// The axes after.
    public let after: [AxisSnapshot]
    /// What it did to annotations; `nil` for nothing.
    public let annotations: [AnnotationChange]?

    /// Creates a step.
    public init(before: [AxisSnapshot], after: [AxisSnapshot], annotations: [AnnotationChange] = []) {
        self.before = before
        self.after = after
        self.annotations = annotations.unlessEmpty
    }

    /// Whether it has moved an axis.
    public var movesAxes: Bool { before != after }

    /// The step without what it did to axes, which are others now; `nil` where nothing is left.
    public var withoutAxes: RangeStep? {
        annotations.map { RangeStep(before: [], after: [], annotations: $0) }
    }

    /// Joins this step and a later one.
    ///
    /// - Parameter next: The next step, or a step of other axes in the same time.
    /// - Returns: Both as one step.
    public func followed(by next: RangeStep) -> RangeStep {
        let joined = (annotations ?? []).followed(by: next.annotations ?? [])
        guard !before.isEmpty, !next.before.isEmpty else {
            let own = before.isEmpty ? next : self
            return RangeStep(before: own.before, after: own.after, annotations: joined)
        }
        let before = zip(zip(before, after), next.before).map { own, other in own.0 == own.1 ? other : own.0 }
        return RangeStep(before: before, after: next.after, annotations: joined)
    }

    /// The step that undoes this one.
    public var reversed: RangeStep {
        RangeStep(before: after, after: before, annotations: (annotations ?? []).map(\.reversed))
    }
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

    /// The snapshots of all axes, x axes first.
    public var snapshots: [AxisSnapshot] {
        var snapshots: [AxisSnapshot] = []
        snapshots.reserveCapacity(xAxes.count + yAxes.count)
        for index in xAxes.indices { snapshots.append(snapshot(of: xAxes, at: index)) }
        for index in yAxes.indices { snapshots.append(snapshot(of: yAxes, at: index)) }
        return snapshots
    }

    /// The snapshot of one axis.
    ///
    /// Only an axis that can follow the rows is copied, to compare its range with the last row.
    private func snapshot(of axes: [Axis], at index: Int) -> AxisSnapshot {
        AxisSnapshot(
            visibleRange: axes[index].visibleRange, growBy: axes[index].options.growBy,
            isFollowing: axes[index].options.follow != .none && axes[index].follows(lastRow: lastRow))
    }

    /// The number of axes.
    var axisCount: Int { xAxes.count + yAxes.count }

    /// Whether no action has moved an axis since these snapshots.
    func shows(_ snapshots: [AxisSnapshot]) -> Bool {
        guard snapshots.count == xAxes.count + yAxes.count else { return false }
        for index in xAxes.indices where !xAxes[index].shows(snapshots[index]) { return false }
        for index in yAxes.indices where !yAxes[index].shows(snapshots[xAxes.count + index]) { return false }
        return true
    }

    /// Whether no action has moved one axis since a snapshot; the index counts x axes first.
    func shows(_ snapshot: AxisSnapshot, at index: Int) -> Bool {
        index < xAxes.count ? xAxes[index].shows(snapshot) : yAxes[index - xAxes.count].shows(snapshot)
    }

    /// Restores the state after a step on the axes that the step has changed.
    ///
    /// An axis that followed the last row then moves on to the present last row.
    mutating func show(_ step: RangeStep) {
        changeAnnotations { $0.show(step.annotations ?? [], \.after) }
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
    /// Whether no action has moved the axis since a snapshot; a change by its data is no action.
    fileprivate func shows(_ snapshot: AxisSnapshot) -> Bool {
        visibleRange == snapshot.visibleRange || rangesItself && options.growBy == snapshot.growBy
    }

    /// Restores the range and the `growBy` of a snapshot, each only if the step has changed it.
    ///
    /// An axis that ranges itself always shows its extents, so its range is not restored.
    fileprivate mutating func show(_ wanted: AxisSnapshot, instead present: AxisSnapshot) {
        if !rangesItself, wanted.visibleRange != present.visibleRange { restore(wanted.visibleRange) }
        guard wanted.growBy != present.growBy else { return }
        options.growBy = wanted.growBy
        requestedGrowth = nil
        if options.autoRange.followsData { rangeAutomatically() }
    }
}
