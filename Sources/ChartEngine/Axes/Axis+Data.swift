extension Axis {
    /// Stores the range of the data, and ranges the axis when `autoRange` asks for it.
    ///
    /// - Parameters:
    ///   - low: The smallest value; `nil` without data.
    ///   - high: The largest value; `nil` without data.
    mutating func dataChanged(_ low: Double?, _ high: Double?) {
        if let low, let high { dataRange = dataRange(holding: low, high) } else { dataRange = nil }
        rangeAutomatically()
    }

    /// The data range between two values; a single value gets some room around it.
    ///
    /// A single date gets half a day on each side. With the tick rule `countValues` a single value gets its room below,
    /// because the rule takes its ticks from the largest value.
    private func dataRange(holding low: Double, _ high: Double) -> AxisRange? {
        guard low == high else { return scale.holding(low, high) }
        if options.tickRule == .countValues, high > 0 { return AxisRange(min: 0, max: high) }
        if options.type == .date { return AxisRange(min: low - Self.halfDay, max: high + Self.halfDay) }
        return scale.holding(low, high)
    }

    /// Half a day in milliseconds.
    private static let halfDay = 43_200_000.0

    /// Whether the axis ranges itself by its data; an action can then change only its `growBy`.
    public var rangesItself: Bool { options.autoRange.followsData && extents != nil }

    /// Shows the extents when `autoRange` says so.
    mutating func rangeAutomatically() {
        guard let extents else { return }
        switch options.autoRange {
        case .always, .visible:
            visibleRange = extents
        case .once:
            if awaitsData { visibleRange = extents }
        case .never:
            break
        }
        awaitsData = false
        if initialRange == nil { initialRange = visibleRange }
    }

    /// Shows a range, limited to the spans (about its centre) and the hard limit; ignores one outside the scale.
    mutating func set(_ range: AxisRange) {
        guard let positions = scale.positions(of: range) else { return }
        noteLimitations(of: positions, about: positions.centre, constraint())
        take(held(range))
    }

    /// Shows an earlier range, bit for bit; a range beyond the hard limit goes through ``set(_:)``.
    mutating func restore(_ range: AxisRange) {
        let limit = options.hasHardLimit ? options.limitedEnds ?? .none : .none
        if scale.contains(range), range.min >= limit.min ?? -.infinity, range.max <= limit.max ?? .infinity {
            take(range)
        } else {
            set(range)
        }
    }

    /// Shows a range from elsewhere; what a gesture asks for beyond it stays only if the range does not move.
    mutating func take(_ range: AxisRange) {
        if range != visibleRange { dropRequest() }
        visibleRange = range
        awaitsData = false
        if initialRange == nil { initialRange = visibleRange }
    }

    /// Shows the extents of the rows in view, whose values span `low` to `high`; without values those of all data.
    mutating func showRowsInView(_ low: Double?, _ high: Double?) {
        var span = dataRange
        if let low, let high { span = dataRange(holding: low, high) }
        if let span, let shown = extents(of: span) { visibleRange = shown }
    }

    /// Shows the values between `low` and `high`, with `growBy`.
    mutating func fit(_ low: Double, _ high: Double) {
        guard let range = scale.holding(low, high), let positions = scale.positions(of: range),
            let grown = scale.values(of: positions.grown(by: options.growBy), landmarks: [range.min, range.max])
        else { return }
        set(grown)
    }

    /// Shows the extents where the visible range meets no data.
    mutating func showExtentsUnlessMet() {
        guard let dataRange, visibleRange.max < dataRange.min || visibleRange.min > dataRange.max else { return }
        zoomExtents()
    }

    /// Shows the extents, whatever `autoRange` says; without data it does nothing.
    mutating func zoomExtents() {
        guard let extents else { return }
        noteLimitationsOfExtents()
        if extents != visibleRange { dropRequest() }
        visibleRange = extents
    }
}
