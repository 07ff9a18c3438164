/// A finite, ordered interval of an axis, in the axis's own unit.
///
/// Every operation guarantees that its result is finite and wide enough to tell `smallestSteps` positions apart. It
/// limits a result that would not be, and never refuses.
///
/// ```swift
/// let range = AxisRange(min: 0, max: 10)!
/// assert(range.zoomed(by: 2, about: 0) == AxisRange(min: 0, max: 5))
/// assert(AxisRange(min: 3, max: 1) == nil)
/// ```
public struct AxisRange: Sendable, Hashable, Codable {
    /// The lower end.
    public let min: Double
    /// The upper end, greater than ``min``.
    public let max: Double

    /// The number of neighbouring Doubles that a range spans at least, so that pixels stay distinguishable.
    private static let smallestSteps = 1_024.0
    /// The widest finite span.
    private static let largestSpan = Double.greatestFiniteMagnitude

    /// Creates a range.
    ///
    /// - Returns: `nil` unless the ends and the span are finite and `min < max`.
    @inline(__always)
    public init?(min: Double, max: Double) {
        // With an infinite or NaN end the span is infinite or NaN too. It is positive only when the ends are in order.
        let span = max - min
        guard span > 0, span <= Self.largestSpan else { return nil }
        self.min = min
        self.max = max
    }

    private init(unchecked min: Double, _ max: Double) {
        self.min = min
        self.max = max
    }

    /// The smallest span between two ends whose values Doubles can tell apart.
    static func smallestSpan(near low: Double, _ high: Double) -> Double {
        larger(larger(abs(low), abs(high)), .leastNormalMagnitude).ulp * smallestSteps
    }

    /// The larger of two magnitudes; one instruction, unlike `max`, which must return the second of equal ones.
    @inline(__always)
    private static func larger(_ first: Double, _ second: Double) -> Double { first > second ? first : second }

    /// The range 0…1, which an axis without data shows.
    public static let unit = AxisRange(unchecked: 0, 1)
    /// The range 1…10, which a logarithmic axis without data shows.
    static let firstDecade = AxisRange(unchecked: 1, 10)

    /// The distance between the ends.
    @inlinable
    public var span: Double { max - min }

    /// The value halfway between the ends.
    public var centre: Double { min + span / 2 }

    /// Whether the value lies in the closed range.
    @inlinable
    public func contains(_ axisValue: Double) -> Bool { axisValue >= min && axisValue <= max }

    /// How far two ranges may differ by the rounding of a gesture's arithmetic alone; far less than a screen shows.
    @inline(__always)
    func rounding(beside other: AxisRange) -> Double {
        let largest = Self.larger(Self.larger(abs(min), abs(max)), Self.larger(abs(other.min), abs(other.max)))
        return Self.larger(1e-9 * other.span, 64 * largest.ulp)
    }

    /// Whether this range equals another one, except for rounding.
    public func isNearly(_ other: AxisRange) -> Bool {
        let rounding = rounding(beside: other)
        return abs(min - other.min) <= rounding && abs(max - other.max) <= rounding
    }

    /// The range moved by `distance`; the range itself where that is not finite or rounding takes its span away.
    @inline(__always)
    public func shifted(by distance: Double) -> AxisRange {
        guard let moved = AxisRange(min: min + distance, max: max + distance),
            moved.span >= Self.smallestSpan(near: moved.min, moved.max) || span < Self.smallestSpan(near: min, max)
        else { return self }
        return moved
    }

    /// The range shifted inside `target`, span kept; `target` itself for a range as wide or wider, except for rounding.
    @inline(__always)
    func shifted(inside target: AxisRange) -> AxisRange {
        if span >= target.span - rounding(beside: target) { return target }
        if min < target.min { return AxisRange(min: target.min, max: target.min + span) ?? self }
        if max > target.max { return AxisRange(min: target.max - span, max: target.max) ?? self }
        return self
    }

    /// The range with another span, in which `anchor` keeps its relative place.
    ///
    /// - Parameters:
    ///   - wanted: The new span, limited to finite spans whose values Doubles can tell apart there.
    ///   - anchor: The value that keeps its relative place.
    /// - Returns: The resized range.
    public func resized(toSpan wanted: Double, about anchor: Double) -> AxisRange {
        // A range narrower than that keeps its span on zooming in, and gets the wanted span on zooming out.
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
    ///   - factor: Above 1 zooms in. A factor that overflows or vanishes is limited; a negative or NaN factor changes
    ///     nothing.
    ///   - anchor: The value that keeps its relative place.
    /// - Returns: The zoomed range.
    public func zoomed(by factor: Double, about anchor: Double) -> AxisRange {
        guard factor >= 0 else { return self }
        return resized(toSpan: span / Swift.min(Swift.max(factor, 1e-300), 1e300), about: anchor)
    }

    /// Grows the lower end by `low · span` and the upper end by `high · span`, as SciChart's zoomBy does.
    ///
    /// Positive fractions zoom out. Fractions with a sum below −0.99 are scaled to that sum, so that the span neither
    /// vanishes nor inverts.
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

    /// Whether ``grown(by:)`` cuts this range, or the range itself was cut.
    func isCut(growingBy growBy: GrowBy) -> Bool {
        span >= Self.largestSpan * 0.999
            || !(max + growBy.max * span - (min - growBy.min * span)).isFinite
    }

    /// The range between two values, scaled down where a Double does not hold its ends or its span.
    ///
    /// - Returns: `nil` unless the values are in order.
    private init?(cutting low: Double, _ high: Double) {
        let limit = Double.greatestFiniteMagnitude
        let (low, high) = (Swift.max(low, -limit), Swift.min(high, limit))
        guard low < high else { return nil }
        // Half the span, because the span itself is infinite here.
        let half = high / 2 - low / 2
        let share = half > limit / 2 ? limit / 2 / half * (1 - 4 * Double.ulpOfOne) : 1
        self.init(min: low * share, max: high * share)
    }

    /// The range that holds all data between two values, cut to what Doubles hold.
    ///
    /// Equal values are widened by 0.5·|value| on each side, or by 1 at zero.
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

    /// The limit, moved outwards where a range is already beyond it by more than rounding.
    ///
    /// - Parameter range: The range.
    /// - Returns: The limit that the range meets.
    @inline(__always)
    func admitting(_ range: AxisRange) -> RangeLimit {
        guard range.min < min ?? -.infinity || range.max > max ?? .infinity else { return self }
        let rounding = range.rounding(beside: range)
        return RangeLimit(
            min: min.map { range.min < $0 - rounding ? range.min : $0 },
            max: max.map { range.max > $0 + rounding ? range.max : $0 })
    }

    /// Whether neither end is set.
    public var isOpen: Bool { min == nil && max == nil }
}
