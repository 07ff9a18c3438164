/// The scale of an axis: it alone converts values to positions and back.
///
/// All arithmetic of ranges, such as panning, zooming, growing, span limits and clip modes, works on positions. The
/// axis shows, stores and answers values, in its own unit. On a linear scale a position is its value, bit for bit.
public enum AxisScale: Sendable, Hashable {
    /// A position is the value.
    case linear
    /// A position is the value's logarithm to base 10, so that a span of 1 is a decade.
    case logarithmic

    /// The positions of the ends of a logarithmic scale, 1e-300 and 1e300.
    private static let decades = (lowest: -300.0, highest: 300.0)
    /// The smallest span of a logarithmic scale, in decades: its ends are a million Doubles apart.
    private static let smallestDecades = 1e-10

    /// The values on the scale; `nil` where every number is on it.
    var shownValues: ClosedRange<Double>? {
        switch self {
        case .linear: nil
        case .logarithmic: 1e-300...1e300
        }
    }

    /// Whether a value is on the scale: any number on a linear one, 1e-300…1e300 on a logarithmic one.
    public func contains(_ axisValue: Double) -> Bool { shownValues?.contains(axisValue) ?? true }

    /// Whether both ends of a range are on the scale.
    public func contains(_ range: AxisRange) -> Bool { contains(range.min) && contains(range.max) }

    /// Whether an axis can show a range: both ends are on the scale and far enough apart.
    public func admits(_ range: AxisRange) -> Bool {
        guard contains(range) else { return false }
        return position(of: range.max) - position(of: range.min) >= smallestSpan ?? 0
    }

    /// The position of a value; for a value outside the scale, the position of the nearest end.
    public func position(of axisValue: Double) -> Double {
        switch self {
        case .linear:
            axisValue
        case .logarithmic:
            axisValue <= 1e-300
                ? Self.decades.lowest
                : Swift.min(ElementaryFunctions.logarithm10(Swift.min(axisValue, 1e300)), Self.decades.highest)
        }
    }

    /// The value at a position; for a position beyond the scale, the value of the nearest end.
    public func value(at position: Double) -> Double {
        switch self {
        case .linear:
            position
        case .logarithmic:
            position > Self.decades.lowest
                ? ElementaryFunctions.powerOfTen(Swift.min(position, Self.decades.highest)) : 1e-300
        }
    }

    /// The conversion of values to positions; `nil` where a position is the value.
    var positionTransform: (@Sendable (Double) -> Double)? {
        switch self {
        case .linear: nil
        case .logarithmic: { position(of: $0) }
        }
    }

    /// The positions of a range of values, moved apart where they round to one; `nil` for a range outside the scale.
    package func positions(of range: AxisRange) -> AxisRange? {
        switch self {
        case .linear:
            return range
        case .logarithmic:
            guard contains(range) else { return nil }
            let (low, high) = (position(of: range.min), position(of: range.max))
            return AxisRange(min: low, max: high)
                ?? AxisRange(min: low - Self.smallestDecades, max: low + Self.smallestDecades)
        }
    }

    /// Whether two ranges are the same on the screen, except for rounding.
    public func isNearly(_ range: AxisRange?, _ other: AxisRange) -> Bool {
        guard let range, let one = positions(of: range), let two = positions(of: other) else { return false }
        return one.isNearly(two)
    }

    /// The positions of a limit's ends.
    func positions(of limit: RangeLimit) -> RangeLimit {
        RangeLimit(min: limit.min.map(position), max: limit.max.map(position))
    }

    /// The values of a range of positions.
    ///
    /// - Parameters:
    ///   - positions: The range.
    ///   - landmarks: Known values. The position of a landmark becomes exactly that landmark, bit for bit, and rounding
    ///     moves no other value past it.
    /// - Returns: `nil` when both ends have the same value.
    func values(of positions: AxisRange, landmarks: [Double]) -> AxisRange? {
        switch self {
        case .linear:
            positions
        case .logarithmic:
            AxisRange(
                min: value(at: positions.min, landmarks: landmarks), max: value(at: positions.max, landmarks: landmarks)
            )
        }
    }

    private func value(at position: Double, landmarks: [Double]) -> Double {
        var axisValue = value(at: position)
        for landmark in landmarks where contains(landmark) {
            let place = self.position(of: landmark)
            if place == position { return landmark }
            axisValue = place < position ? Swift.max(axisValue, landmark) : Swift.min(axisValue, landmark)
        }
        return axisValue
    }

    /// The positions of the scale's ends, which no range leaves.
    var ends: RangeLimit {
        switch self {
        case .linear: .none
        case .logarithmic: RangeLimit(min: Self.decades.lowest, max: Self.decades.highest)
        }
    }

    /// The smallest span of positions whose values differ; `nil` on a linear scale, where ``AxisRange`` guarantees it.
    var smallestSpan: Double? {
        switch self {
        case .linear: nil
        case .logarithmic: Self.smallestDecades
        }
    }

    /// The range that an axis without data shows.
    var emptyRange: AxisRange {
        switch self {
        case .linear: .unit
        case .logarithmic: AxisRange.firstDecade
        }
    }

    /// The range that holds all data between two values; equal values are widened in positions.
    ///
    /// - Returns: `nil` unless both values are on the scale and a range between them exists.
    func holding(_ low: Double, _ high: Double) -> AxisRange? {
        switch self {
        case .linear:
            return AxisRange.holding(low, high)
        case .logarithmic:
            guard contains(low), contains(high) else { return nil }
            guard low == high else { return AxisRange(min: low, max: high) }
            let place = position(of: low)
            let margin = place == 0 ? 1 : Swift.max(abs(place) / 2, Self.smallestDecades)
            return AxisRange(min: value(at: place - margin), max: value(at: place + margin))
        }
    }
}

extension AxisType {
    /// The scale of axes of this type.
    public var scale: AxisScale {
        switch self {
        case .number, .date, .category: .linear
        case .log: .logarithmic
        }
    }
}
