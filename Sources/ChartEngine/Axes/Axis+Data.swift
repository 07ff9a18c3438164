extension Axis {
    /// Takes over what the data spans now and ranges the axis if it is due.
    ///
    /// - Parameters:
    ///   - low: The smallest value; `nil` without data.
    ///   - high: The largest value; `nil` without data.
    mutating func dataChanged(_ low: Double?, _ high: Double?) {
        if let low, let high { dataRange = AxisRange.holding(low, high) } else { dataRange = nil }
        rangeAutomatically()
    }

    /// Shows the extents when `autoRange` says so.
    mutating func rangeAutomatically() {
        guard let extents else { return }
        switch options.autoRange {
        case .always:
            visibleRange = extents
        case .once:
            if awaitsData { visibleRange = extents }
        case .never:
            break
        }
        awaitsData = false
        if initialRange == nil { initialRange = visibleRange }
    }

    /// Moves a following axis along with the last row.
    mutating func follow(lastRow: Double) {
        guard followState == .following, visibleRange.max < lastRow else { return }
        switch options.follow {
        case .none:
            return
        case .shift:
            set(visibleRange.shifted(by: lastRow - visibleRange.max))
        case .extend:
            if let extended = AxisRange(min: visibleRange.min, max: lastRow) { set(extended) }
        }
    }

    /// Notes whether the user's window still shows the last row.
    mutating func updateFollowState(lastRow: Double?) {
        guard options.follow != .none else {
            followState = nil
            return
        }
        guard let lastRow else {
            followState = .following
            return
        }
        followState = visibleRange.contains(lastRow) ? .following : .paused
    }

    /// Shows a range, held to the spans (about its centre) and to the hard limit.
    mutating func set(_ range: AxisRange) {
        show(range, about: range.centre, constraint())
        awaitsData = false
        requested = nil
        inertia = nil
        if initialRange == nil { initialRange = visibleRange }
    }

    /// Shows the extents, whatever `autoRange` says; nothing without data.
    mutating func zoomExtents() {
        guard let extents else { return }
        noteLimitationsOfExtents()
        visibleRange = extents
        requested = nil
        inertia = nil
    }
}
