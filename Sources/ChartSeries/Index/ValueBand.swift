/// The values that count, such as those that a logarithmic axis can show; others are as if they were missing.
struct ValueBand: Hashable {
    /// The smallest value that counts, finite.
    let lower: Double
    /// The largest value that counts, finite.
    let upper: Double

    /// Takes the values between two, both included.
    init(_ limits: ClosedRange<Double>) {
        self.init(
            lower: max(limits.lowerBound, -.greatestFiniteMagnitude),
            upper: min(limits.upperBound, .greatestFiniteMagnitude))
    }

    init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Every value but a missing one.
    static let present = ValueBand(lower: -.greatestFiniteMagnitude, upper: .greatestFiniteMagnitude)
    /// Every value above 0.
    static let positive = ValueBand(lower: .leastNonzeroMagnitude, upper: .greatestFiniteMagnitude)

    /// Whether a value counts.
    @inline(__always)
    func contains(_ value: Double) -> Bool { value >= lower && value <= upper }

    /// Whether all values between two count.
    @inline(__always)
    func contains(_ extremes: Extremes) -> Bool { extremes.minimum >= lower && extremes.maximum <= upper }

    /// Whether all values between a minimum and a maximum, whose sign is turned, count.
    func contains(_ pair: SIMD2<Double>) -> Bool { pair.x >= lower && -pair.y <= upper }
}
