import ChartSeries
import ChartWire

/// Writes the bars of a window as JSON: the start of each bar's step, then the aggregates of the columns.
struct BarWriter {
    let bars: Aggregation
    let table: Table

    /// The names of a bar's numbers after its start: `active`, or `active.open` and so on.
    ///
    /// Two aggregates of one column are `active.mean` and `active.max`.
    var names: [String] {
        bars.columns.flatMap { gathered in
            let name = table.columns[gathered.column].name
            let parts = gathered.aggregate.parts
            guard parts.isEmpty else { return parts.map { "\(name).\($0)" } }
            let isAlone = bars.columns.allSatisfy { $0.column != gathered.column || $0 == gathered }
            return [isAlone ? name : "\(name).\(gathered.aggregate.rawValue)"]
        }
    }

    func writeRows(layout: RowLayout, into writer: inout JSONWriter) {
        let cells = bars.values
        switch layout {
        case .rows:
            writer.beginArray()
            for (bar, start) in bars.starts.enumerated() where !writer.isOverLimit {
                write(start, cells.lazy.map { $0[bar] }, into: &writer)
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
                var names = names[...]
                for (gathered, numbers) in zip(bars.columns, cells) {
                    for part in 0..<max(1, gathered.aggregate.parts.count) {
                        writer.member(names.removeFirst(), list: numbers) { $1.number(orNull: $0[part]) }
                    }
                }
            }
        }
    }

    /// Writes a bar beside the window, in the layout of a row.
    func writeEdge(_ name: StaticString, _ bar: Aggregation.Bar?, layout: RowLayout, into writer: inout JSONWriter) {
        writer.key(name)
        guard let bar else {
            writer.null()
            return
        }
        switch layout {
        case .rows:
            write(bar.start, bar.values, into: &writer)
        case .objects, .columns:
            let names = names
            writer.object { writer in
                writer.member(layout == .columns && !names.contains("x") ? "x" : table.xName, bar.start)
                for (name, number) in zip(names, bar.values.lazy.flatMap(\.self)) {
                    writer.member(name, orNull: number)
                }
            }
        }
    }

    private func write(_ start: Double, _ values: some Sequence<[Double]>, into writer: inout JSONWriter) {
        writer.beginArray()
        writer.value(start)
        for numbers in values { for number in numbers { writer.number(orNull: number) } }
        writer.endArray()
    }

    /// Writes the step and the aggregates of the bars.
    func writeMembers(into writer: inout JSONWriter) {
        writer.member("unit", bars.step.unit.rawValue)
        writer.member("unitCount", bars.step.count)
        if bars.step.unit == .week { writer.member("weekStart", bars.step.weekStart.rawValue) }
        writer.member("aggregate", bars.aggregate.rawValue)
        if bars.columns.contains(where: { $0.aggregate != bars.aggregate }) {
            writer.member("aggregates", list: bars.columns) { $1.value($0.aggregate.rawValue) }
        }
    }
}
