/// The values that count, such as those that a logarithmic axis can show; all others count as missing.
struct ValueBand: Hashable {
    /// The smallest value that counts, finite.
    let lower: Double
    /// The largest value that counts, finite.
    let upper: Double

    /// Makes a band of a closed range of values.
    init(_ limits: ClosedRange<Double>) {
        self.init(
            lower: max(limits.lowerBound, -.greatestFiniteMagnitude),
            upper: min(limits.upperBound, .greatestFiniteMagnitude))
    }

    init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Every present value.
    static let present = ValueBand(lower: -.greatestFiniteMagnitude, upper: .greatestFiniteMagnitude)
    /// Every value above 0.
    static let positive = ValueBand(lower: .leastNonzeroMagnitude, upper: .greatestFiniteMagnitude)

    /// Whether a value lies in the band.
    @inline(__always)
    func contains(_ value: Double) -> Bool { value >= lower && value <= upper }

    /// Whether both extremes lie in the band.
    @inline(__always)
    func contains(_ extremes: Extremes) -> Bool { extremes.minimum >= lower && extremes.maximum <= upper }

    /// Whether a minimum and a negated maximum lie in the band.
    func contains(_ pair: SIMD2<Double>) -> Bool { pair.x >= lower && -pair.y <= upper }
}
