extension Axis {
    /// The positions that are shown.
    @inline(__always)
    var visiblePositions: AxisRange { scale.positions(of: visibleRange) ?? .unit }

    /// The values of positions; what is shown now when they come to none.
    ///
    /// The ends of the data, of the limits and of what is shown now stay themselves, bit for bit.
    func values(of positions: AxisRange) -> AxisRange {
        scale.values(of: positions, landmarks: landmarks) ?? visibleRange
    }

    /// A range held to the spans (about its centre) and to the hard limit; what is shown now for one without a place on
    /// the scale.
    func held(_ range: AxisRange) -> AxisRange {
        guard let positions = scale.positions(of: range) else { return visibleRange }
        return scale.values(
            of: constraint().applied(to: positions, about: positions.centre),
            landmarks: [range.min, range.max] + landmarks) ?? visibleRange
    }

    /// What the axis would show of a range by itself: held to the spans (about its centre) and to the hard limit.
    ///
    /// - Returns: `nil` for a range without a place on the scale.
    public func admitted(_ range: AxisRange) -> AxisRange? { scale.admits(range) ? held(range) : nil }

    private var landmarks: [Double] {
        guard scale != .linear else { return [] }
        var landmarks = [dataRange, maximumRange, visibleRange].flatMap { [$0?.min, $0?.max] }
        landmarks += [options.visibleRangeLimit.min, options.visibleRangeLimit.max]
        return landmarks.compactMap { $0 }
    }
}
