/// The closed, finite range of the ticks.
struct TickRange: Sendable {
    /// The smaller end.
    var lower: Double
    /// The larger end.
    var upper: Double

    /// The range between two ends in either order; nil unless both are finite.
    init?(_ one: Double, _ other: Double) {
        guard one.isFinite, other.isFinite else { return nil }
        lower = min(one, other)
        upper = max(one, other)
    }

    /// Whether a value lies in the closed range.
    func contains(_ value: Double) -> Bool {
        lower <= value && value <= upper
    }
}
