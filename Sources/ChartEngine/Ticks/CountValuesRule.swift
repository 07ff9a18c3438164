/// The tick rule of a count axis: few, whole and round values from 0 to the maximum or a little beyond.
///
/// It is the `yAxisCountValues` of SciChart's article on pinch-to-zoom in SwiftUI, without its division by zero for the
/// smallest maxima. The last value may lie above the maximum.
public enum CountValuesRule {
    /// The bounds of the maximum; the unit of the steps is a quarter of the largest bound below it.
    private static let bounds: [Double] = [400, 200, 100, 20, 8, 4]

    /// The default number of values.
    static let defaultCount = 4

    /// The values of the ticks, ascending from 0.
    ///
    /// The step is a multiple of a quarter of the largest bound below the maximum. It is 1 for a maximum that is at
    /// most 4, or not finite, so that an axis without rows has ticks too.
    ///
    /// - Parameters:
    ///   - maximum: The largest value of the axis.
    ///   - count: The number of values; below 2 it counts as 2, above 400 as 400.
    /// - Returns: `count` values that are one step apart, without those that are not finite.
    public static func values(maximum: Double, count: Int = 4) -> [Double] {
        let count = min(max(count, 2), TickLimit.targetCount)
        let step = step(maximum: maximum, count: count)
        return (0..<count).lazy.map { Double($0) * step }.filter(\.isFinite)
    }

    /// The values of the ticks with their labels; the rule has no minor ticks.
    ///
    /// - Parameters:
    ///   - maximum: The largest value of the axis.
    ///   - count: The number of values, as for ``values(maximum:count:)``.
    /// - Returns: Major ticks and their labels.
    public static func axisTicks(maximum: Double, count: Int = 4) -> AxisTicks {
        let values = values(maximum: maximum, count: count)
        let exponents = DecimalLabel.showsExponents(largestMagnitude: values.last ?? 0)
        return AxisTicks(
            major: values, minor: [], labels: values.map { DecimalLabel(shortest: $0).text(exponents: exponents) })
    }

    private static func step(maximum: Double, count: Int) -> Double {
        guard maximum.isFinite, let bound = bounds.first(where: { $0 < maximum }) else { return 1 }
        let unit = bound / 4
        let least = (maximum / Double(count - 1)).rounded(.up)
        return ((least / unit).rounded(.down) + 1) * unit
    }
}
