/// The closed, finite range that ticks have to lie in.
struct TickRange: Sendable {
    /// The smaller end.
    var lower: Double
    /// The larger end.
    var upper: Double

    /// The range between two ends in either order, or nil unless both are finite.
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
