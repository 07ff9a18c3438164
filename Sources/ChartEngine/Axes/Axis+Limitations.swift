extension Axis {
    /// Shows the constrained image of a range.
    mutating func show(_ range: AxisRange, about anchor: Double, _ constraint: RangeConstraint) {
        limitations?.append(contentsOf: constraint.limitations(of: range, about: anchor))
        visibleRange = constraint.applied(to: range, about: anchor)
    }

    /// Notes what keeps the extents from being all data.
    mutating func noteLimitationsOfExtents() {
        guard limitations != nil, let maximumRange, let limited = limitedMaximumRange else { return }
        if limited != maximumRange {
            limitations?.append(RangeLimitation(rule: .visibleRangeLimit, wanted: maximumRange, applied: limited))
        }
        let steps = constraint().limitations(of: limited, about: limited.centre)
        limitations?.append(contentsOf: steps)
    }
}
