extension Axis {
    /// Records how a constraint changes a range of positions, in the axis's own unit.
    mutating func noteLimitations(of positions: AxisRange, about anchor: Double, _ constraint: RangeConstraint) {
        guard limitations != nil else { return }
        let steps = constraint.limitations(of: positions, about: anchor).map {
            RangeLimitation(rule: $0.rule, wanted: values(of: $0.wanted), applied: values(of: $0.applied))
        }
        limitations?.append(contentsOf: steps)
    }

    /// Records why the extents do not show all data.
    mutating func noteLimitationsOfExtents() {
        guard limitations != nil, let maximumRange, let limited = limitedMaximumRange else { return }
        if limited != maximumRange {
            limitations?.append(RangeLimitation(rule: .visibleRangeLimit, wanted: maximumRange, applied: limited))
        }
        guard let positions = scale.positions(of: limited) else { return }
        noteLimitations(of: positions, about: positions.centre, constraint())
    }
}
