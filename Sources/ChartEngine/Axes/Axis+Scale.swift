extension Axis {
    /// The visible range as positions.
    @inline(__always)
    var visiblePositions: AxisRange { scale.positions(of: visibleRange) ?? .unit }

    /// The values of a range of positions; the visible range when both ends have the same value.
    ///
    /// A position of an end of the data, of the limits or of the visible range becomes exactly that end, bit for bit.
    func values(of positions: AxisRange) -> AxisRange {
        scale.values(of: positions, landmarks: landmarks) ?? visibleRange
    }

    /// A range limited to the spans (about its centre) and the hard limit; the visible range for one outside the scale.
    func held(_ range: AxisRange) -> AxisRange {
        guard let positions = scale.positions(of: range) else { return visibleRange }
        return scale.values(
            of: constraint().applied(to: positions, about: positions.centre),
            landmarks: [range.min, range.max] + landmarks) ?? visibleRange
    }

    /// The range that the axis would show for a range, limited to the spans (about its centre) and the hard limit.
    ///
    /// - Returns: `nil` for a range that the scale cannot show.
    public func admitted(_ range: AxisRange) -> AxisRange? { scale.admits(range) ? held(range) : nil }

    private var landmarks: [Double] {
        guard scale != .linear else { return [] }
        var landmarks = [dataRange, maximumRange, visibleRange].flatMap { [$0?.min, $0?.max] }
        landmarks += [options.visibleRangeLimit.min, options.visibleRangeLimit.max]
        return landmarks.compactMap { $0 }
    }
}
