import ChartSeries

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
