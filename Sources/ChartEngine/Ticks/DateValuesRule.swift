public import ChartSeries

/// The tick rule of a date axis with few labels: the noon of evenly spaced days, and always of the last day.
///
/// It is the `xAxisDateValues` of SciChart's article on pinch-to-zoom in SwiftUI. The ticks belong to whole days. So
/// the noon of the last day may lie after the end of the range, and that of the first day before its start.
public enum DateValuesRule {
    /// The values of the ticks, ascending, in milliseconds since 1970.
    ///
    /// Of the civil days from one end to the other, every ceil(days / (count − 1))-th has a tick, and so has the last.
    ///
    /// - Parameters:
    ///   - from: The start of the range, in milliseconds since 1970.
    ///   - to: The end of the range; there are no ticks if it is before the start, or if an end is not finite.
    ///   - count: The number of ticks to aim at; below 2 it counts as 2, above 400 as 400.
    ///   - calendar: The calendar of the axis's time zone.
    /// - Returns: At most `count` values.
    public static func values(from: Double, to: Double, count: Int = 4, calendar: CivilCalendar) -> [Double] {
        guard from.isFinite, to.isFinite, from <= to else { return [] }
        let days = calendar.days(from: from, to: to) + 1
        guard days > 0 else { return [] }
        let gaps = min(max(count, 2), TickLimit.targetCount) - 1
        let step = (days + gaps - 1) / gaps
        let first = calendar.startOfDay(from)
        var values: [Double] = []
        for day in Array(stride(from: 0, to: days - 1, by: step)) + [days - 1] {
            let value = calendar.noon(calendar.startOfDay(first, addingDays: day))
            // A day that the zone skipped begins with the next one.
            if values.last.map({ $0 < value }) ?? true { values.append(value) }
        }
        return values
    }

    /// The values of the ticks with labels such as `Oct 15`; the rule has no minor ticks.
    ///
    /// - Parameters:
    ///   - from: The start of the range, in milliseconds since 1970.
    ///   - to: The end of the range.
    ///   - count: The number of ticks to aim at, as for ``values(from:to:count:calendar:)``.
    ///   - calendar: The calendar of the axis's time zone.
    /// - Returns: Major ticks and their labels.
    public static func axisTicks(from: Double, to: Double, count: Int = 4, calendar: CivilCalendar) -> AxisTicks {
        let values = values(from: from, to: to, count: count, calendar: calendar)
        return AxisTicks(major: values, minor: [], labels: values.map { TimeTickLabel.day(calendar.civil($0)) })
    }
}
