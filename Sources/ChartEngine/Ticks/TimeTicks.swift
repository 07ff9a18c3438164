public import ChartSeries

/// Ticks of a date axis, on civil units of a time zone as d3-time chooses them.
///
/// Steps are 1, 5, 15 and 30 seconds and minutes, 1, 3, 6 and 12 hours, 1 and 2 days, weeks from Sunday, and 1 and 3
/// months. Steps of years, of milliseconds and of parts of a millisecond are numeric. All ticks lie in civil time (see
/// `CivilCalendar`) and in the closed range of milliseconds since 1970; its ends may come in either order. A range of
/// one instant has one tick, and a range that is not finite has none.
public enum TimeTicks {
    /// The ticks of a range with their labels, and the minor ticks between them.
    ///
    /// A label names the largest unit that begins at its tick: `2025`, `Nov`, `Oct 15`, `14:30`, `14:30:05` or `.250`.
    /// Minor ticks lie on the civil step that divides the major one into about `minorsPerMajor` parts, such as 6 hours
    /// of a day for 5. A month has none, because no step divides it.
    ///
    /// - Parameters:
    ///   - from: One end of the range, in milliseconds since 1970.
    ///   - to: The other end.
    ///   - count: The number of major ticks to aim at; below 1 there are none, and more than 400 count as 400.
    ///   - calendar: The calendar of the axis's time zone.
    ///   - minorsPerMajor: The number of parts of a step to aim at. Below 2 there are no minor ticks, nor where there
    ///     could be more than 1,000.
    /// - Returns: Major and minor ticks and the labels of the major ones.
    /// - Complexity: O(ticks), with one binary search in the zone's table for each.
    public static func axisTicks(
        from: Double, to: Double, count: Int = 10, calendar: CivilCalendar, minorsPerMajor: Int = 5
    ) -> AxisTicks {
        let farthest = Double(CivilCalendar.farthestInstant)
        guard let range = TickRange(from, to), count > 0, range.lower <= farthest, range.upper >= -farthest else {
            return .none
        }
        let count = min(count, TickLimit.targetCount)
        guard range.lower < range.upper, let step = CivilStep.nearest(in: range, count: count) else {
            return fractionTicks(in: range, count: count, calendar: calendar, minorsPerMajor: minorsPerMajor)
        }
        let lower = Int(max(range.lower, -farthest).rounded(.up))
        let upper = Int(min(range.upper, farthest).rounded(.down))
        let majors = lower <= upper ? step.instants(from: lower, to: upper, calendar: calendar) : []
        var minors: [Int] = []
        if !majors.isEmpty, majors.count < TickLimit.ticks / max(minorsPerMajor, 1) / 2,
            let minorStep = step.minorStep(parts: minorsPerMajor)
        {
            minors = without(majors, in: minorStep.instants(from: lower, to: upper, calendar: calendar))
        }
        return AxisTicks(
            major: majors.map { Double($0) }, minor: minors.map { Double($0) },
            labels: majors.map { TimeTickLabel.text(at: Double($0), calendar: calendar) })
    }

    /// Ticks at parts of a millisecond, which are the same in every time zone.
    private static func fractionTicks(
        in range: TickRange, count: Int, calendar: CivilCalendar, minorsPerMajor: Int
    ) -> AxisTicks {
        var ticks = NumericTicks.axisTicks(
            from: range.lower, to: range.upper, count: count, minorsPerMajor: minorsPerMajor)
        let decimals = range.lower < range.upper ? -NumericTicks.step(in: range, count: count).power : 0
        if decimals <= TimeTickLabel.mostDecimals {
            let decimals = max(decimals, 0)
            let labels = ticks.major.map { TimeTickLabel.text(at: $0, calendar: calendar, decimals: decimals) }
            var counts: [String: Int] = [:]
            for label in labels { counts[label, default: 0] += 1 }
            // A part of a second that repeats gets its time of day.
            ticks.labels = zip(ticks.major, labels).map { instant, label in
                counts[label] == 1 || !label.hasPrefix(".")
                    ? label : TimeTickLabel.time(calendar.civil(instant), showsSecond: true) + label
            }
        }
        return ticks
    }

    /// The instants of one ascending list that are not in another ascending list.
    private static func without(_ removed: [Int], in instants: [Int]) -> [Int] {
        var next = 0
        return instants.filter { instant in
            while next < removed.count, removed[next] < instant { next += 1 }
            return next == removed.count || removed[next] != instant
        }
    }
}
