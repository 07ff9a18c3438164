package import ChartEngine
package import ChartSeries
import ChartText
package import ChartWire

/// Writes the annotations of a surface.
package enum AnnotationWriter {
    /// Writes the members of an answer that tell of annotations; none for a surface that never had one.
    static func write(of chart: Chart, isListed: Bool, into writer: inout JSONWriter) {
        guard chart.annotationsVersion > 0 else { return }
        if isListed { writeList(of: chart, into: &writer) }
        writer.member("annotationsVersion", chart.annotationsVersion)
    }

    /// The annotations of a chart, in drawing order, the events of its dataset first.
    private static func writeList(of chart: Chart, into writer: inout JSONWriter) {
        writer.member("annotations", list: chart.events + chart.annotations.items) { annotation, writer in
            if !writer.isOverLimit { write(annotation, of: chart, into: &writer) }
        }
    }

    private static func write(_ annotation: Annotation, of chart: Chart, into writer: inout JSONWriter) {
        writer.object { writer in
            annotation.write(into: &writer)
            if annotation.isEvent {
                writer.member("layer", AnnotationList.Layer.dataset.rawValue)
            } else if chart.isMissing(annotation) {
                writer.member("missing", true)
            }
        }
    }

    /// The answer that lists the events of a dataset.
    package static func events(of table: Table) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("annotations", list: table.events?.annotations ?? []) { event, writer in
                writer.object { event.write(into: &$0) }
            }
            writer.member("annotationsVersion", table.events?.version ?? 0)
        }
        return writer.bytes
    }

    /// The answer that lists the annotations of a surface.
    private static func list(of chart: Chart) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writeList(of: chart, into: &writer)
            writer.member("annotationsVersion", chart.annotationsVersion)
        }
        return writer.bytes
    }

    /// The answer that is an annotation.
    package static func annotation(_ annotation: Annotation, of chart: Chart) -> [UInt8] {
        var writer = JSONWriter()
        write(annotation, of: chart, into: &writer)
        return writer.bytes
    }

    /// How the list is asked for.
    package struct ListForm: Sendable {
        /// The query parameters of the list.
        package static let query = ["format", "safe"]
        private enum Format: String, CaseIterable { case json, csv }

        private let format: Format
        private let isSafe: Bool

        /// Reads a query.
        ///
        /// - Throws: `query.invalid`.
        package init(_ query: QueryParameters) throws(Problem) {
            format = try query.choice("format", of: Format.self) ?? .json
            isSafe = try query.flag("safe") ?? false
        }

        /// Writes the annotations of a surface.
        package func write(of chart: Chart) -> (bytes: [UInt8], contentType: String) {
            switch format {
            case .json: (list(of: chart), "application/json")
            case .csv: (csv(of: chart, isSafe: isSafe), "text/csv; charset=utf-8; header=present")
            }
        }
    }

    /// The annotations as lines of CSV; dates are as in the export of rows.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - isSafe: Whether an apostrophe goes before a text that a spreadsheet would take for a formula.
    /// - Returns: The header and one line for each annotation.
    private static func csv(of chart: Chart, isSafe: Bool) -> [UInt8] {
        let names = [
            "id", "kind", "xAxis", "yAxis", "x1", "y1", "x2", "y2", "text", "color", "locked", "author",
        ]
        var bytes = Array((names.joined(separator: ",") + "\n").utf8)
        for one in chart.events + chart.annotations.items {
            let hasDates = one.xScale == .date || one.xScale != .number && chart.table.xKind == .date
            func text(ofX x: Double?) -> String? { x.map { hasDates ? ISO8601.format($0) : number($0) } }
            let texts = [
                one.id, one.kind.rawValue, one.xAxis, one.yAxis, text(ofX: one.first.x), one.first.y.map(number),
                text(ofX: one.last?.x), one.last?.y.map(number), one.style.text, one.style.color,
                one.style.isLocked ? "true" : "false", one.style.author,
            ]
            for (index, text) in texts.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                // A number is no formula, whatever it begins with.
                let isNumber = (4...7).contains(index)
                bytes += RowTextWriter.csvField(text ?? "", isSafe: isSafe && !isNumber)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func number(_ value: Double) -> String { JSONValue.number(value).text }

    /// The most bytes that the annotations add to an answer.
    static func mostBytes(of chart: Chart) -> Int {
        (chart.events + chart.annotations.items).reduce(64) { most, one in
            let style = one.style
            let texts = [one.id, one.xAxis, one.yAxis, style.text, style.color, style.fill, style.author].compactMap(
                \.self)
            return most + 640 + texts.reduce(0) { $0 + 6 * $1.utf8.count } + (style.meta?.utf8.count ?? 0)
                + 26 * (style.levels.count + (style.dash?.count ?? 0))
        }
    }
}
