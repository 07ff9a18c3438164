/// A finite, ordered interval of an axis, in the axis's own unit.
///
/// Every operation keeps the promise: the result is finite and its span is wide enough to tell ``smallestSteps``
/// positions apart. What would break it is limited, never refused.
public struct AxisRange: Sendable, Hashable, Codable {
    /// The lower end.
    public let min: Double
    /// The upper end, greater than ``min``.
    public let max: Double

    /// How many neighbouring Doubles a range spans at least, so that pixels stay distinguishable.
    static let smallestSteps = 1_024.0
    /// The widest span: the largest that is finite.
    static let largestSpan = Double.greatestFiniteMagnitude

    /// Creates a range.
    ///
    /// - Returns: `nil` unless both ends are finite, `min < max` and so is the span.
    @inline(__always)
    public init?(min: Double, max: Double) {
        // Where an end is infinite or no number, so is the span, and it is positive only where the ends are in order.
        let span = max - min
        guard span > 0, span <= Self.largestSpan else { return nil }
        self.min = min
        self.max = max
    }

    private init(unchecked min: Double, _ max: Double) {
        self.min = min
        self.max = max
    }

    private static func smallestSpan(near low: Double, _ high: Double) -> Double {
        larger(larger(abs(low), abs(high)), .leastNormalMagnitude).ulp * smallestSteps
    }

    /// The larger of two magnitudes; one instruction, which `max` is not, for it must return the second of equal ones.
    @inline(__always)
    private static func larger(_ first: Double, _ second: Double) -> Double { first > second ? first : second }

    /// The range 0…1, shown where there is no data.
    public static let unit = AxisRange(unchecked: 0, 1)
    /// The range 1…10, shown where there is no data on a logarithmic axis.
    static let firstDecade = AxisRange(unchecked: 1, 10)

    /// The distance between the ends.
    @inlinable
    public var span: Double { max - min }

    /// The value halfway between the ends.
    public var centre: Double { min + span / 2 }

    /// Whether the value lies between the ends or on one.
    @inlinable
    public func contains(_ axisValue: Double) -> Bool { axisValue >= min && axisValue <= max }

    /// How far this range may differ from another one by the rounding of a gesture's arithmetic alone: far less than a
    /// screen shows.
    @inline(__always)
    func rounding(beside other: AxisRange) -> Double {
        let largest = Self.larger(Self.larger(abs(min), abs(max)), Self.larger(abs(other.min), abs(other.max)))
        return Self.larger(1e-9 * other.span, 64 * largest.ulp)
    }

    /// Whether this range is another one but for rounding.
    public func isNearly(_ other: AxisRange) -> Bool {
        let rounding = rounding(beside: other)
        return abs(min - other.min) <= rounding && abs(max - other.max) <= rounding
    }

    /// The range moved by `distance`; the range itself when the result would not be finite, or would lie so far off that
    /// rounding took its span away.
    @inline(__always)
    public func shifted(by distance: Double) -> AxisRange {
        guard let moved = AxisRange(min: min + distance, max: max + distance),
            moved.span >= Self.smallestSpan(near: moved.min, moved.max) || span < Self.smallestSpan(near: min, max)
        else { return self }
        return moved
    }

    /// The range shifted inside another one, span kept; one that is as wide but for rounding becomes the other one.
    @inline(__always)
    func shifted(inside target: AxisRange) -> AxisRange {
        if span >= target.span - rounding(beside: target) { return target }
        if min < target.min { return AxisRange(min: target.min, max: target.min + span) ?? self }
        if max > target.max { return AxisRange(min: target.max - span, max: target.max) ?? self }
        return self
    }

    /// The range with another span, holding the relative place of `anchor`.
    ///
    /// - Parameters:
    ///   - wanted: The new span; limited to what Doubles can tell apart there and to what is finite.
    ///   - anchor: The value that stays at its place.
    /// - Returns: The resized range.
    public func resized(toSpan wanted: Double, about anchor: Double) -> AxisRange {
        // A range that is narrower than that already gets no wider by zooming in, and as wide as it is wanted by zooming out.
        let smallest = Swift.min(Self.smallestSpan(near: min, max), span)
        let limited = Swift.min(Swift.max(wanted, smallest), Self.largestSpan)
        let ratio = limited / span
        let low = anchor - (anchor - min) * ratio
        return AxisRange(min: low, max: anchor + (max - anchor) * ratio) ?? AxisRange(min: low, max: low + limited)
            ?? self
    }

    /// The range zoomed in by `factor` about `anchor`: `anchor − (anchor − min)/factor` and likewise above.
    ///
    /// - Parameters:
    ///   - factor: Greater than 1 zooms in; one that overflows or vanishes is limited, and what is no number leaves the
    ///     range as it is.
    ///   - anchor: The value that stays at its place.
    /// - Returns: The zoomed range.
    public func zoomed(by factor: Double, about anchor: Double) -> AxisRange {
        guard factor >= 0 else { return self }
        return resized(toSpan: span / Swift.min(Swift.max(factor, 1e-300), 1e300), about: anchor)
    }

    /// SciChart's zoomBy: grows the lower end by `low · span` and the upper end by `high · span`.
    ///
    /// Positive fractions zoom out. A sum of fractions below −0.99 is limited to it, in proportion, so that the span
    /// neither vanishes nor inverts.
    public func zoomedByFraction(_ low: Double, _ high: Double) -> AxisRange {
        let sum = low + high
        let limit = sum < -0.99 ? -0.99 / sum : 1
        guard let range = AxisRange(min: min - low * limit * span, max: max + high * limit * span),
            range.span >= Swift.min(Self.smallestSpan(near: range.min, range.max), span)
        else { return self }
        return range
    }

    /// The range with `growBy` applied: [min − a·span, max + b·span], cut to what Doubles hold.
    @inline(__always)
    public func grown(by growBy: GrowBy) -> AxisRange {
        let (low, high) = (min - growBy.min * span, max + growBy.max * span)
        return AxisRange(min: low, max: high) ?? AxisRange(cutting: low, high) ?? self
    }

    /// Whether ``grown(by:)`` is cut, or the range itself was.
    func isCut(growingBy growBy: GrowBy) -> Bool {
        span >= Self.largestSpan * 0.999
            || !(max + growBy.max * span - (min - growBy.min * span)).isFinite
    }

    /// The range between two values, made narrower in proportion where a Double does not hold its ends or its span.
    ///
    /// - Returns: `nil` unless the values are in order.
    private init?(cutting low: Double, _ high: Double) {
        let limit = Double.greatestFiniteMagnitude
        let (low, high) = (Swift.max(low, -limit), Swift.min(high, limit))
        guard low < high else { return nil }
        // Halves, for the span itself is infinite here.
        let half = high / 2 - low / 2
        let share = half > limit / 2 ? limit / 2 / half * (1 - 4 * Double.ulpOfOne) : 1
        self.init(min: low * share, max: high * share)
    }

    /// The range that holds all data between two values, widened when they are the same: by 0.5·|value| on each side, or
    /// by 1 at zero; cut to what Doubles hold.
    ///
    /// - Returns: `nil` unless both are finite and in order.
    public static func holding(_ low: Double, _ high: Double) -> AxisRange? {
        guard low.isFinite, high.isFinite else { return nil }
        if low == high {
            let margin = low == 0 ? 1 : Swift.max(abs(low) / 2, .leastNormalMagnitude)
            return AxisRange(min: low - margin, max: high + margin) ?? AxisRange(cutting: low - margin, high + margin)
        }
        return AxisRange(min: low, max: high) ?? AxisRange(cutting: low, high)
    }
}

/// How far a range grows beyond its data, as fractions of the span.
public struct GrowBy: Sendable, Hashable, Codable {
    /// The fraction added below.
    public var min: Double
    /// The fraction added above.
    public var max: Double

    /// Creates a growth.
    public init(min: Double, max: Double) {
        self.min = min
        self.max = max
    }

    /// No growth.
    public static let zero = GrowBy(min: 0, max: 0)
}

/// An interval whose ends may be open.
public struct RangeLimit: Sendable, Hashable, Codable {
    /// The lower end; `nil` is open.
    public var min: Double?
    /// The upper end; `nil` is open.
    public var max: Double?

    /// Creates a limit.
    public init(min: Double? = nil, max: Double? = nil) {
        self.min = min
        self.max = max
    }

    /// Creates the limit that a range sets.
    public init(_ range: AxisRange) {
        self.init(min: range.min, max: range.max)
    }

    /// No limit.
    public static let none = RangeLimit()

    /// Whether neither end is set.
    public var isOpen: Bool { min == nil && max == nil }
}
