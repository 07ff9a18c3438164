import ChartSeries

extension Chart {
    /// The selection in words: of one row "10/27/24: Active: 639, New: 55, Total: 694", of several their number and ends.
    var selectionLabel: String? {
        guard let first = selection.rows.first, let last = selection.rows.last else { return nil }
        guard first != last else { return rowLabel(first) }
        return "\(selection.rows.count) rows: \(xLabel(first)) – \(xLabel(last))"
    }

    private func rowLabel(_ row: Int) -> String {
        let values = series.filter(\.isVisible).map { (table.columns[$0.column], $0) }
        var parts = values.map { column, _ in "\(capitalized(column.name)): \(number(column.values[row]))" }
        if values.count > 1 {
            let total = values.reduce(0) { sum, one in
                one.0.values[row].isNaN ? sum : sum + one.0.values[row]
            }
            parts.append("Total: \(number(total))")
        }
        return "\(xLabel(row)): \(parts.joined(separator: ", "))"
    }

    private func xLabel(_ row: Int) -> String {
        let x = table.x[row]
        let isDate =
            switch xAxes[0].options.type {
            case .number, .log: false
            case .date: true
            case .category: table.xKind == .date
            }
        guard isDate else { return number(x) }
        let date = calendar.civil(x)
        return "\(date.month)/\(date.day)/\(twoDigits(date.year))"
    }

    private func twoDigits(_ year: Int) -> String {
        let digits = (year % 100 + 100) % 100
        return digits < 10 ? "0\(digits)" : "\(digits)"
    }

    private func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// A number as people write it: whole numbers without a point, others with at most six decimals, a dash for a missing
    /// one.
    private func number(_ amount: Double) -> String {
        guard !amount.isNaN else { return "–" }
        guard amount.magnitude < 1e9 else { return DecimalLabel.text(of: amount) }
        let millionths = (amount * 1e6).rounded()
        let rounded = millionths / 1e6
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
