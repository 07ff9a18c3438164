import ChartSeries
import ChartWire

/// Writes the bars of a window as JSON: in place of a row, the start of the bar's step and what the columns tell of it.
struct BarWriter {
    let bars: Aggregation
    let table: Table
    /// The indices of the answered columns.
    let columns: [Int]

    /// The names of the numbers of a bar, behind its start: `active`, or `active.open` and so on.
    var names: [String] {
        columns.flatMap { column in
            let name = table.columns[column].name
            let parts = bars.aggregate.parts
            return parts.isEmpty ? [name] : parts.map { "\(name).\($0)" }
        }
    }

    func writeRows(layout: RowLayout, into writer: inout JSONWriter) {
        let cells = columns.map { bars.values(ofColumn: $0) }
        switch layout {
        case .rows:
            writer.beginArray()
            for (bar, start) in bars.starts.enumerated() where !writer.isOverLimit {
                writer.beginArray()
                writer.value(start)
                for numbers in cells { for number in numbers[bar] { writer.number(orNull: number) } }
                writer.endArray()
            }
            writer.endArray()
        case .objects:
            writer.beginArray()
            for (bar, start) in bars.starts.enumerated() where !writer.isOverLimit {
                writer.object { writer in
                    writer.member(table.xName, start)
                    for (name, number) in zip(names, cells.lazy.flatMap { $0[bar] }) {
                        writer.member(name, orNull: number)
                    }
                }
            }
            writer.endArray()
        case .columns:
            writer.object { writer in
                writer.member(names.contains("x") ? table.xName : "x", list: bars.starts) { $1.value($0) }
                let parts = max(1, bars.aggregate.parts.count)
                for (place, name) in names.enumerated() {
                    writer.member(name, list: cells[place / parts]) { $1.number(orNull: $0[place % parts]) }
                }
            }
        }
    }

    /// Writes what the bars are.
    func writeMembers(into writer: inout JSONWriter) {
        writer.member("unit", bars.step.unit.rawValue)
        writer.member("unitCount", bars.step.count)
        writer.member("aggregate", bars.aggregate.rawValue)
    }
}
