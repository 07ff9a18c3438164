extension Axis {
    /// Takes over what the data spans now and ranges the axis if it is due.
    ///
    /// - Parameters:
    ///   - low: The smallest value; `nil` without data.
    ///   - high: The largest value; `nil` without data.
    mutating func dataChanged(_ low: Double?, _ high: Double?) {
        if let low, let high { dataRange = dataRange(holding: low, high) } else { dataRange = nil }
        rangeAutomatically()
    }

    /// What the data spans; a single value gets some room, a single date half a day to each side.
    ///
    /// The rule `countValues` takes its ticks from the largest value, so that one has all its room below.
    private func dataRange(holding low: Double, _ high: Double) -> AxisRange? {
        guard low == high else { return scale.holding(low, high) }
        if options.tickRule == .countValues, high > 0 { return AxisRange(min: 0, max: high) }
        if options.type == .date { return AxisRange(min: low - Self.halfDay, max: high + Self.halfDay) }
        return scale.holding(low, high)
    }

    /// In milliseconds.
    private static let halfDay = 43_200_000.0

    /// Whether its data alone says what it shows, so that no action moves it but by its `growBy`.
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

    /// Shows a range, held to the spans (about its centre) and to the hard limit; one without a place on the axis's scale
    /// is ignored.
    mutating func set(_ range: AxisRange) {
        guard let positions = scale.positions(of: range) else { return }
        noteLimitations(of: positions, about: positions.centre, constraint())
        take(held(range))
    }

    /// Shows a range that the axis has shown before, bit for bit, whatever led to it; only a hard limit still holds it.
    mutating func restore(_ range: AxisRange) {
        let limit = options.hasHardLimit ? options.limitedEnds ?? .none : .none
        if scale.contains(range), range.min >= limit.min ?? -.infinity, range.max <= limit.max ?? .infinity {
            take(range)
        } else {
            set(range)
        }
    }

    mutating func take(_ range: AxisRange) {
        visibleRange = range
        awaitsData = false
        awaitedRow = nil
        requested = nil
        inertia = nil
        if initialRange == nil { initialRange = visibleRange }
    }

    /// Shows the rows of the window, which span some values, with `growBy` and inside the limits; the extents where none
    /// of them has a value.
    mutating func showRowsInView(_ low: Double?, _ high: Double?) {
        var span = dataRange
        if let low, let high { span = dataRange(holding: low, high) }
        if let span, let shown = extents(of: span) { visibleRange = shown }
    }

    /// Shows what lies between two values, with `growBy`.
    mutating func fit(_ low: Double, _ high: Double) {
        guard let range = scale.holding(low, high), let positions = scale.positions(of: range),
            let grown = scale.values(of: positions.grown(by: options.growBy), landmarks: [range.min, range.max])
        else { return }
        set(grown)
    }

    /// Shows the extents, whatever `autoRange` says; nothing without data.
    mutating func zoomExtents() {
        guard let extents else { return }
        noteLimitationsOfExtents()
        visibleRange = extents
        awaitedRow = nil
        requested = nil
        inertia = nil
    }
}
