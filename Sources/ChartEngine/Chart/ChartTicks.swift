import ChartSeries
import Gestures

/// The ticks of a chart's axes, and its labels.
extension Chart {
    /// The ticks of an axis over its visible range, in the surface's time zone.
    ///
    /// They lie inside the range, except with the rule `dateValues`. A range of whole days ends at the start of its
    /// last day, and the last tick is the noon of that day.
    public func ticks(of axis: Axis) -> AxisTicks { ticks(of: axis, over: axis.visibleRange, length: 1) }

    /// The places of the ticks of an axis with those beyond its range, for a client that moves what it has drawn.
    ///
    /// - Parameters:
    ///   - axis: The axis.
    ///   - share: The share of the axis's length by which the range reaches farther at either end.
    /// - Returns: The major and the minor ticks; where those inside would be others, none beyond.
    public func tickPlaces(of axis: Axis, beyond share: Double) -> (major: [Double], minor: [Double]) {
        let own = ticks(of: axis)
        guard share > 0, axis.options.tickRule == .automatic else { return (own.major, own.minor) }
        let more = ticks(of: axis, over: axis.visibleRange(beyond: share), length: 1 + 2 * share)
        guard more.major.filter(axis.visibleRange.contains) == own.major else { return (own.major, own.minor) }
        return (more.major, more.minor)
    }

    /// The ticks over a range that is some times as long as the axis.
    private func ticks(of axis: Axis, over range: AxisRange, length: Double) -> AxisTicks {
        let options = axis.options
        let count = Int((Double(options.tickCount ?? 10) * length).rounded())
        switch options.tickRule {
        case .automatic:
            switch options.type {
            case .number:
                return NumericTicks.axisTicks(
                    from: range.min, to: range.max, count: count,
                    minorsPerMajor: options.minorsPerMajor)
            case .date:
                return TimeTicks.axisTicks(
                    from: range.min, to: range.max, count: count, calendar: calendar,
                    minorsPerMajor: options.minorsPerMajor)
            case .log:
                return LogTicks.axisTicks(
                    from: range.min, to: range.max, count: count,
                    minorsPerMajor: options.minorsPerMajor)
            case .category:
                return CategoryTicks.axisTicks(
                    from: range.min, to: range.max, rowCount: table.rowCount, count: count,
                    minorsPerMajor: options.minorsPerMajor, labels: categoryLabels)
            }
        case .countValues:
            let ticks = CountValuesRule.axisTicks(
                maximum: axis.dataRange?.max ?? range.max, count: options.tickCount ?? CountValuesRule.defaultCount)
            return ticks.limited(to: range)
        case .dateValues:
            return DateValuesRule.axisTicks(
                from: range.min, to: range.max, count: options.tickCount ?? 4, calendar: calendar)
        }
    }
}

extension Chart {
    private func categoryLabels(of rows: [Int]) -> [String] {
        let x = rows.map { table.x[$0] }
        return switch table.xKind {
        case .number: CategoryTicks.labels(ofNumbers: x)
        case .date: CategoryTicks.labels(ofInstants: x, calendar: calendar)
        }
    }
}

extension AxisTicks {
    /// The ticks inside a range.
    fileprivate func limited(to range: AxisRange) -> AxisTicks {
        let kept = major.indices.filter { range.contains(major[$0]) }
        return AxisTicks(
            major: kept.map { major[$0] }, minor: minor.filter(range.contains), labels: kept.map { labels[$0] })
    }
}

extension Chart {
    /// The selection in words: one row as "10/27/24: Active: 639, New: 55, Total: 694", several as a count with ends.
    var selectionLabel: String? {
        switch selectionReading {
        case nil: nil
        case .row(let place, let values, let total): rowLabel(place, values, total)
        case .rows(let count, let first, let last): "\(count) rows: \(label(of: first)) – \(label(of: last))"
        }
    }

    /// What the label of the selected rows says; `nil` without selected rows.
    public var selectionReading: SelectionReading? {
        let chosen = selectedParts
        guard let first = chosen.first, let last = chosen.last else { return nil }
        guard chosen.contains(where: { $0.selection.rows.count > 1 }) else { return rowReading(of: chosen) }
        let ends = chosen.map { ($0.selection.rows[0], $0.selection.rows[$0.selection.rows.count - 1]) }
        let starts = zip(chosen, ends).map { ($0, $1.0) }, stops = zip(chosen, ends).map { ($0, $1.1) }
        func x(_ place: (Chart, Int)) -> Double { place.0.table.x[place.1] }
        let (low, high) = (
            starts.min { x($0) < x($1) } ?? (first, ends[0].0), stops.max { x($0) <= x($1) } ?? (last, ends[0].1)
        )
        return .rows(
            chosen.reduce(0) { $0 + $1.selection.rows.count }, first: low.0.place(ofRow: low.1),
            last: high.0.place(ofRow: high.1))
    }

    /// The parts with a selected row.
    private var selectedParts: [Chart] {
        guard hasParts else { return selection.rows.isEmpty ? [] : [self] }
        let shown = parts.map(\.chart).filter { !$0.selection.rows.isEmpty }
        // The surface's dataset may have selected rows and no series.
        return shown.isEmpty && !selection.rows.isEmpty ? [part(of: SeriesSource())] : shown
    }

    /// The sum of the selected row's present values; an inner `nil` means that there are none.
    ///
    /// The outer value is `nil` unless one row is selected and several series are visible.
    public var selectedTotal: Double?? {
        guard case .row(_, _, let total)? = selectionReading else { return nil }
        return total
    }

    /// The reading of parts with one selected row each, at the row of the first.
    private func rowReading(of chosen: [Chart]) -> SelectionReading {
        var values: [SelectionReading.SeriesValue] = []
        for one in series where one.isVisible {
            let (part, own) = part(of: one)
            guard let row = part.selection.rows.first else { continue }
            let column = part.table.columns[own.column]
            values.append(SelectionReading.SeriesValue(series: one, name: name(of: one), value: column.values[row]))
        }
        let present = values.lazy.map(\.value).filter { !$0.isNaN }
        let total: Double?? = values.count > 1 ? .some(present.isEmpty ? nil : present.reduce(0, +)) : nil
        return .row(chosen[0].place(ofRow: chosen[0].selection.rows[0]), values, total: total)
    }

    private func rowLabel(
        _ place: SelectionReading.Place, _ values: [SelectionReading.SeriesValue], _ total: Double??
    ) -> String {
        var parts = values.map { "\($0.name): \(number($0.value))" }
        if let total { parts.append("Total: \(number(total ?? .nan))") }
        return "\(label(of: place)): \(parts.joined(separator: ", "))"
    }

    /// The name of a series; the name of its column, which is the default, gets a capital.
    private func name(of series: Series) -> String {
        series.name == table(of: series).columns[series.column].name ? capitalized(series.name) : series.name
    }

    private func place(ofRow row: Int) -> SelectionReading.Place {
        let x = table.x[row]
        let isDate =
            switch xAxes[0].options.type {
            case .number, .log: false
            case .date: true
            case .category: table.xKind == .date
            }
        guard isDate else { return .number(x) }
        return sharesDay(row) ? .time(x, secondDigits: secondDigits(ofRow: row)) : .day(x)
    }

    /// A place in English, such as `10/27/24`.
    public func label(of place: SelectionReading.Place) -> String {
        switch place {
        case .number(let x): return number(x)
        case .day(let x): return day(calendar.civil(x))
        case .time(let x, let digits):
            let date = calendar.civil(x)
            return "\(day(date)) \(TimeTickLabel.time(date, secondDigits: digits))"
        }
    }

    /// The time of day of an instant, such as `14:30`, as finely as the rows in view need.
    public func timeLabel(_ instant: Double, on axis: Axis) -> String {
        TimeTickLabel.time(calendar.civil(instant), secondDigits: secondDigits(on: axis))
    }

    private func day(_ date: CivilDate) -> String { "\(date.month)/\(date.day)/\(twoDigits(date.year))" }

    /// Whether a neighbour of a row lies on the same civil day, so that the day alone is ambiguous.
    private func sharesDay(_ row: Int) -> Bool {
        guard windowOptions.rowUnit != .day else { return false }
        let day = calendar.startOfDay(table.x[row])
        return [row - 1, row + 1].contains { near in
            near >= 0 && near < table.rowCount && calendar.startOfDay(table.x[near]) == day
        }
    }

    private func twoDigits(_ year: Int) -> String {
        let digits = (year % 100 + 100) % 100
        return digits < 10 ? "0\(digits)" : "\(digits)"
    }

    private func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// A number as text, with at most six decimals and no needless point; a dash for a missing one.
    private func number(_ amount: Double) -> String {
        guard !amount.isNaN else { return "–" }
        guard amount.magnitude < 1e9 else { return DecimalLabel.text(of: amount) }
        let millionths = (amount * 1e6).rounded()
        let rounded = millionths / 1e6
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension Chart {
    /// The most neighbours that are compared; among more rows they are taken evenly.
    private static let mostNeighbours = 4_096
    /// The numbers of digits of a second, and the milliseconds of the last digit of each.
    private static let secondDigits: [(digits: Int, unit: Double)] = [
        (0, 1_000), (1, 100), (2, 10), (3, 1), (6, 0.001),
    ]

    /// The fewest digits of a second that tell neighbouring rows in view apart, where their x is not the same.
    ///
    /// Bars of the window count as rows.
    ///
    /// - Parameter axis: The axis of dates along which the rows lie.
    /// - Returns: 0 is whole seconds; `nil` where minutes tell all of them apart.
    public func secondDigits(on axis: Axis) -> Int? {
        guard !hasParts else {
            return parts.reduce(nil) { Self.more($0, $1.chart.secondDigits(on: axis)) }
        }
        if showsBars { return Self.secondDigits(of: visibleBars.map(\.start)) }
        guard table.xKind == .date, axis.dimension == .x else { return nil }
        let rows = rows(in: axis.visibleRange)
        guard rows.count > 1 else { return nil }
        let step = (rows.count - 1 + Self.mostNeighbours - 1) / Self.mostNeighbours
        return stride(from: rows.lowerBound, to: rows.upperBound - 1, by: step).reduce(nil) { digits, row in
            Self.more(digits, Self.secondDigits(of: [table.x[row], table.x[row + 1]]))
        }
    }

    /// The fewest digits of a second that tell a row from the ones beside it.
    func secondDigits(ofRow row: Int) -> Int? {
        let near = max(0, row - 1)..<min(table.rowCount, row + 2)
        return Self.secondDigits(of: near.map { table.x[$0] })
    }

    private static func secondDigits(of instants: [Double]) -> Int? {
        zip(instants, instants.dropFirst()).reduce(nil) { digits, pair in
            guard pair.0 != pair.1, isSame(pair, to: 60_000) else { return digits }
            return more(digits, secondDigits.first { !isSame(pair, to: $0.unit) }?.digits ?? 6)
        }
    }

    private static func isSame(_ pair: (Double, Double), to unit: Double) -> Bool {
        (pair.0 / unit).rounded(.down) == (pair.1 / unit).rounded(.down)
    }

    private static func more(_ one: Int?, _ other: Int?) -> Int? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}

extension Chart {
    /// The last of some rows in which a series has a value.
    func lastPresentRow(of series: Series, in rows: Range<Int>) -> Int? {
        table.lastPresentRow(ofColumn: series.column, in: rows)
    }

    /// The point of a value on its axis, at the edge of the plot area.
    ///
    /// - Returns: `nil` for a value outside the visible range.
    func edgePoint(of axis: Axis, at axisValue: Double) -> Point? {
        guard axis.visibleRange.contains(axisValue) else { return nil }
        let along = viewport(of: axis).apply(axisValue)
        switch axis.alignment {
        case .left: return Point(x: 0, y: along)
        case .right: return Point(x: size.width, y: along)
        case .top: return Point(x: along, y: 0)
        case .bottom: return Point(x: along, y: size.height)
        case .auto: preconditionFailure("an axis stands on a side")
        }
    }
}
