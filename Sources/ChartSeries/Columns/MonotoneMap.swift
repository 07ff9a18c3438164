/// A map of values that keeps their order, or turns it around, so that the index of a column answers for the mapped values.
///
/// It rounds as the formulas say, and rounding keeps the order too.
enum MonotoneMap: Sendable, Hashable {
    /// `factor · y + offset`; the factor is not 0.
    case scaled(factor: Double, offset: Double)
    /// `(y − base) / |base| · 100`; the base is not 0. What is beyond the doubles may become the largest of them.
    case percent(base: Double, isClamped: Bool = false)

    /// Whether it turns the order around.
    private var isReversed: Bool {
        switch self {
        case .scaled(let factor, _): factor < 0
        case .percent: false
        }
    }

    func callAsFunction(_ value: Double) -> Double {
        switch self {
        case .scaled(let factor, let offset): factor * value + offset
        case .percent(let base, let isClamped):
            isClamped ? percent(value, of: base).nearestFinite : percent(value, of: base)
        }
    }

    private func percent(_ value: Double, of base: Double) -> Double { (value - base) / base.magnitude * 100 }

    func callAsFunction(_ extremes: Extremes) -> Extremes {
        guard !extremes.isEmpty else { return extremes }
        var mapped = extremes
        (mapped.minimum, mapped.maximum) = (self(extremes.minimum), self(extremes.maximum))
        if isReversed {
            (mapped.minimum, mapped.maximum) = (mapped.maximum, mapped.minimum)
            (mapped.minimumRow, mapped.maximumRow) = (extremes.maximumRow, extremes.minimumRow)
        }
        return mapped
    }

    /// The sum of so many mapped values, from that of the values; or the area over a length.
    func sum(_ sum: Double, count: Double) -> Double {
        switch self {
        case .scaled(let factor, let offset): factor * sum + offset * count
        case .percent(let base, _): (sum - base * count) / base.magnitude * 100
        }
    }

    /// By how much a mapped value grows as a value grows by 1.
    var slope: Double {
        switch self {
        case .scaled(let factor, _): factor
        case .percent(let base, _): 100 / base.magnitude
        }
    }
}

extension Double {
    /// The number itself, or the largest or the smallest double in the place of an infinite one.
    var nearestFinite: Double {
        isInfinite ? (self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude) : self
    }
}
