import ChartEngine
import ChartSeries
import ChartWire

/// The layouts of the rows in an answer.
package enum RowLayout: String, Sendable, CaseIterable {
    /// One list per row.
    case rows
    /// One list per column; the list of x is called `x`.
    case columns
    /// One object per row.
    case objects
}

/// Writes a window's rows as JSON.
struct WindowWriter {
    let window: Window
    let table: Table
    /// The indices of the columns in the answer.
    let columns: [Int]
    let layout: RowLayout
    /// The dataset and the visible series of the part of a chart; `nil` where the chart has a single one.
    var part: (dataset: String?, series: [String])?

    /// The columns of a chart's visible series, each once, in drawing order.
    static func columns(of series: some Sequence<Int>) -> [Int] {
        var seen: Set<Int> = []
        return series.filter { seen.insert($0).inserted }
    }

    /// The most bytes of a number with its separators.
    private static let numberBytes = 26

    /// The most bytes of a window of so many rows.
    ///
    /// - Parameters:
    ///   - rows: The most rows.
    ///   - table: Their table.
    ///   - columns: The indices of the answered columns.
    ///   - parts: How many numbers each column gives for a row; bars may give several.
    ///   - layout: The layout of the rows.
    /// - Returns: The bytes of the rows, without what surrounds them.
    static func mostBytes(rows: Int, of table: Table, columns: [Int], parts: Int, layout: RowLayout) -> Int {
        var row = numberBytes * (2 + columns.count * parts)
        if layout == .objects {
            row += parts * columns.reduce(table.xName.utf8.count) { $0 + table.columns[$1].name.utf8.count + 16 }
        }
        let (bytes, isTooMuch) = rows.multipliedReportingOverflow(by: row)
        return isTooMuch ? .max / 4 : bytes
    }

    func write(into writer: inout JSONWriter) {
        WindowRowCount.add(window.rows.count)
        guard let around = WindowTrace.around else { return writeObject(into: &writer) }
        around { writeObject(into: &writer) }
    }

    private func writeObject(into writer: inout JSONWriter) {
        // A number with its separators takes about 16 bytes; a row has its x, its columns and its index.
        // Above 1 MiB the text grows on demand.
        writer.reserve(min(16 * (columns.count + 2) * (window.rows.count + 16), 1 << 20))
        writer.beginObject()
        if let part {
            writer.member("dataset", orNull: part.dataset)
            writer.member("series", list: part.series) { $1.value($0) }
        }
        writer.key("columns")
        writer.beginArray()
        writer.value(table.xName)
        for name in bars?.names ?? columns.map({ table.columns[$0].name }) { writer.value(name) }
        writer.endArray()
        writer.key("rows")
        guard !writer.givesUp(before: leastBytes) else { return }
        let cells = columns.map { (name: table.columns[$0].name, values: table.columns[$0].values) }
        if let bars { bars.writeRows(layout: layout, into: &writer) } else { writeRows(cells, into: &writer) }
        writeIndex(into: &writer)
        if let bars {
            bars.writeEdge("before", bars.bars.before, layout: layout, into: &writer)
            bars.writeEdge("after", bars.bars.after, layout: layout, into: &writer)
        } else {
            writeEdge("before", window.before, cells, into: &writer)
            writeEdge("after", window.after, cells, into: &writer)
        }
        writer.member("from", window.from)
        writer.member("to", window.to)
        writer.member("sourceRows", window.sourceRows)
        writer.member("returnedRows", window.rows.count)
        writer.member("method", window.method.rawValue)
        writer.member("exact", window.isExact)
        writer.member("bucket", orNull: window.bucket)
        bars?.writeMembers(into: &writer)
        writer.member("datasetVersion", table.version)
        writer.endObject()
    }

    /// How many values of a column are written between two checks of the text's length.
    private static let valuesAtOnce = 1_024

    /// The fewest bytes that the rows can take: a digit or a name for each cell, and the separators.
    private var leastBytes: Int {
        guard bars == nil else { return 0 }
        let names = columns.reduce(0) { $0 + table.columns[$1].name.utf8.count + 3 }
        let width = 2 * (columns.count + 1) + (layout == .objects ? names : 0)
        return window.rows.count.multipliedReportingOverflow(by: width).partialValue
    }

    private var bars: BarWriter? {
        window.aggregation.map { BarWriter(bars: $0, table: table) }
    }

    /// The name and the values of a column, read from the table once for all rows.
    private typealias Cells = (name: String, values: ColumnValues)

    private func writeRows(_ cells: [Cells], into writer: inout JSONWriter) {
        switch layout {
        case .rows:
            writer.beginArray()
            window.readRows(of: columns, in: table) {
                if !writer.isOverLimit { writer.lists($0, width: columns.count + 1) }
            }
            writer.endArray()
        case .objects:
            writer.beginArray()
            switch window.rows {
            case .contiguous(let rows):
                for row in rows where !writer.isOverLimit { writeRow(row, cells, into: &writer) }
            case .list(let rows): for row in rows where !writer.isOverLimit { writeRow(row, cells, into: &writer) }
            }
            writer.endArray()
        case .columns:
            writer.beginObject()
            writer.key(xKey)
            writeColumn(table.x.values(at: window.rows), into: &writer)
            for column in columns where !writer.isOverLimit {
                writer.key(table.columns[column].name)
                writeColumn(window.values(ofColumn: column, in: table), into: &writer)
            }
            writer.endObject()
        }
    }

    private func writeColumn(_ values: [Double], into writer: inout JSONWriter) {
        writer.beginArray()
        for start in stride(from: 0, to: values.count, by: Self.valuesAtOnce) where !writer.isOverLimit {
            for value in values[start..<min(start + Self.valuesAtOnce, values.count)] { writer.number(orNull: value) }
        }
        writer.endArray()
    }

    /// The name of x among columns: `x`, unless a column has that name.
    private var xKey: String {
        columns.contains { table.columns[$0].name == "x" } ? table.xName : "x"
    }

    private func writeRow(_ row: Int, _ cells: [Cells], into writer: inout JSONWriter) {
        switch layout {
        case .rows:
            writer.beginArray()
            writer.value(table.x[row])
            for (_, values) in cells { writer.number(orNull: values[row]) }
            writer.endArray()
        case .objects, .columns:
            writer.beginObject()
            writer.member(layout == .columns ? xKey : table.xName, table.x[row])
            for (name, values) in cells { writer.member(name, orNull: values[row]) }
            writer.endObject()
        }
    }

    private func writeIndex(into writer: inout JSONWriter) {
        switch window.rows {
        case .contiguous(let range):
            writer.member("firstIndex", table.firstRow + range.lowerBound)
        case .list(let indices):
            writer.key("index")
            writer.beginArray()
            if table.firstRow == 0 {
                writer.values(indices.span)
            } else {
                for row in indices { writer.value(table.firstRow + row) }
            }
            writer.endArray()
        }
    }

    private func writeEdge(_ name: StaticString, _ row: Int?, _ cells: [Cells], into writer: inout JSONWriter) {
        writer.key(name)
        if let row { writeRow(row, cells, into: &writer) } else { writer.null() }
    }
}

extension WindowWriter {
    /// Writes the window of a chart, or of each of its parts.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - dataset: The surface's dataset.
    ///   - layout: The layout of the rows.
    ///   - writer: Gets the value.
    static func write(
        windowOf chart: Chart, dataset: String?, layout: RowLayout, into writer: inout JSONWriter
    ) {
        guard chart.hasParts else {
            return Self(window: chart.window, of: chart, layout: layout).write(into: &writer)
        }
        guard chart.partCount > 1 else {
            let chart = chart.parts[0].chart
            return Self(window: chart.window, of: chart, layout: layout).write(into: &writer)
        }
        let windows = chart.windows()
        let range = chart.windowRange
        writer.object { writer in
            writer.member("from", range.min)
            writer.member("to", range.max)
            writer.member("exact", windows.allSatisfy(\.window.isExact))
            writer.member("parts", list: windows) { one, writer in
                var window = Self(window: one.window, of: one.part.chart, layout: layout)
                let shown = one.part.chart.series.lazy.filter(\.isVisible)
                window.part = (one.part.source.dataset ?? dataset, shown.map(\.id))
                window.write(into: &writer)
            }
        }
    }

    private init(window: Window, of chart: Chart, layout: RowLayout) {
        self.init(
            window: window, table: chart.table,
            columns: Self.columns(of: chart.columns(of: chart.series.filter(\.isVisible))), layout: layout)
    }
}
