import ChartSeries

/// Ticks of a category axis: whole row indices in 1-2-5 steps, labelled with the rows' x.
public enum CategoryTicks {
    /// The ticks of a range of row indices, with the labels of the major ones.
    ///
    /// - Parameters:
    ///   - from: One end of the range.
    ///   - to: The other end.
    ///   - rowCount: The number of rows; ticks lie on rows only.
    ///   - count: The number of major ticks to aim at; below 1 there are none.
    ///   - minorsPerMajor: The number of parts of a step to aim at; minor ticks lie on rows too.
    ///   - labels: Makes the labels of row indices.
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

    /// The labels of numbers, each as short as possible.
    static func labels(ofNumbers numbers: [Double]) -> [String] { numbers.map(DecimalLabel.text) }

    /// The labels of instants: days such as `Oct 15`, with the year or the time of day where needed.
    ///
    /// Labels have the year when the years differ, and the time of day when two instants share a day.
    static func labels(ofInstants instants: [Double], calendar: CivilCalendar) -> [String] {
        let dates = instants.map(calendar.civil)
        let parts = CategoryDateParts(ofInstants: instants, dates, calendar: calendar)
        return dates.map { date in
            var label = TimeTickLabel.day(date)
            if parts.showsYear { label += ", " + TimeTickLabel.year(date.year) }
            if parts.showsTime { label += " " + TimeTickLabel.time(date, showsSecond: parts.showsSecond) }
            return label
        }
    }
}
