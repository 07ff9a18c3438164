/// Ticks of a category axis: whole row indices in 1-2-5 steps, labelled with the rows' x.
public enum CategoryTicks {
    /// The ticks of a range of indices with the labels of the major ones.
    ///
    /// - Parameters:
    ///   - from: One end of the range.
    ///   - to: The other end.
    ///   - rowCount: The number of rows; no tick stands beside them.
    ///   - count: The number of major ticks to aim at; below 1 there are none.
    ///   - minorsPerMajor: The parts of a step to aim at; minor ticks stand on rows too.
    ///   - labels: Makes the labels of some rows.
    /// - Returns: Major and minor ticks and the labels of the major ones.
    public static func axisTicks(
        from: Double, to: Double, rowCount: Int, count: Int = 10, minorsPerMajor: Int = 5,
        labels: ([Int]) -> [String]
    ) -> AxisTicks {
        let ticks = NumericTicks.axisTicks(from: from, to: to, count: count, minorsPerMajor: minorsPerMajor)
        let isRow = { (place: Double) in place >= 0 && place < Double(rowCount) && place == place.rounded() }
        let major = ticks.major.filter(isRow)
        return AxisTicks(
            major: major, minor: ticks.minor.filter(isRow), labels: labels(major.map { Int($0) }))
    }

    /// The labels of numbers, each as short as it can be.
    static func labels(ofNumbers numbers: [Double]) -> [String] { numbers.map(DecimalLabel.text) }

    /// The labels of instants: days such as `Oct 15` while all differ, with the year when they are of several, and with
    /// the time of day when two are of one day.
    static func labels(ofInstants instants: [Double], calendar: CivilCalendar) -> [String] {
        let dates = instants.map(calendar.civil)
        let days = instants.map(calendar.startOfDay)
        let showsTime = zip(days, days.dropFirst()).contains { $0 == $1 }
        let showsSecond = showsTime && dates.contains { $0.second != 0 }
        let showsYear = zip(dates, dates.dropFirst()).contains { $0.year != $1.year }
        return dates.map { date in
            var label = TimeTickLabel.day(date)
            if showsYear { label += ", " + TimeTickLabel.year(date.year) }
            if showsTime { label += " " + TimeTickLabel.time(date, showsSecond: showsSecond) }
            return label
        }
    }
}
