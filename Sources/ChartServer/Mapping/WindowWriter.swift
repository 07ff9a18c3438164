import ChartSeries
import ChartWire

/// The layouts of the rows in an answer.
enum RowLayout: String, Sendable, CaseIterable {
    /// One list per row.
    case rows
    /// One list per column; the rows' x goes by the name `x`.
    case columns
    /// One object per row.
    case objects
}

/// Writes a window's rows as JSON.
struct WindowWriter {
    let window: Window
    let table: Table
    /// The indices of the answered columns.
    let columns: [Int]
    let layout: RowLayout

    /// The columns of a chart's visible series, each once, in drawing order.
    static func columns(of series: some Sequence<Int>) -> [Int] {
        var seen: Set<Int> = []
        return series.filter { seen.insert($0).inserted }
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("columns")
        writer.beginArray()
        writer.value(table.xName)
        for column in columns { writer.value(table.columns[column].name) }
        writer.endArray()
        writer.key("rows")
        writeRows(into: &writer)
        writeIndex(into: &writer)
        writeEdge("before", window.before, into: &writer)
        writeEdge("after", window.after, into: &writer)
        writer.member("from", window.from)
        writer.member("to", window.to)
        writer.member("sourceRows", window.sourceRows)
        writer.member("returnedRows", window.rows.count)
        writer.member("method", window.method.rawValue)
        writer.member("exact", window.isExact)
        writer.member("bucket", orNull: window.bucket)
        writer.member("datasetVersion", table.version)
        writer.endObject()
    }

    private func writeRows(into writer: inout JSONWriter) {
        switch layout {
        case .rows, .objects:
            writer.beginArray()
            for index in 0..<window.rows.count { writeRow(window.rows[index], into: &writer) }
            writer.endArray()
        case .columns:
            writer.beginObject()
            writer.key(xKey)
            writer.beginArray()
            for index in 0..<window.rows.count { writer.value(table.x[window.rows[index]]) }
            writer.endArray()
            for column in columns {
                writer.key(table.columns[column].name)
                writer.beginArray()
                let values = table.columns[column].values
                for index in 0..<window.rows.count { writer.number(orNull: values[window.rows[index]]) }
                writer.endArray()
            }
            writer.endObject()
        }
    }

    /// The rows' x goes by `x` among columns, unless a column has that name.
    private var xKey: String {
        columns.contains { table.columns[$0].name == "x" } ? table.xName : "x"
    }

    private func writeRow(_ row: Int, into writer: inout JSONWriter) {
        switch layout {
        case .rows:
            writer.beginArray()
            writer.value(table.x[row])
            for column in columns { writer.number(orNull: table.columns[column].values[row]) }
            writer.endArray()
        case .objects, .columns:
            writer.beginObject()
            writer.member(layout == .columns ? xKey : table.xName, table.x[row])
            for column in columns {
                writer.key(table.columns[column].name)
                writer.number(orNull: table.columns[column].values[row])
            }
            writer.endObject()
        }
    }

    private func writeIndex(into writer: inout JSONWriter) {
        switch window.rows {
        case .contiguous(let range):
            writer.member("firstIndex", range.lowerBound)
        case .list(let indices):
            writer.key("index")
            writer.beginArray()
            for index in indices { writer.value(index) }
            writer.endArray()
        }
    }

    private func writeEdge(_ name: String, _ row: Int?, into writer: inout JSONWriter) {
        writer.key(name)
        if let row { writeRow(row, into: &writer) } else { writer.null() }
    }
}
