package import ChartDatasets
package import ChartSeries
package import ChartWire

/// Writes the description of a dataset as JSON.
package enum DatasetWriter {
    /// The entity tag of a dataset's description, which changes with every version.
    package static func entityTag(of table: Table, name: String) -> String {
        entityTag(of: TableDescription(table), name: name)
    }

    /// The entity tag of a dataset whose rows are not at hand.
    package static func entityTag(of table: TableDescription, name: String) -> String {
        var writer = JSONWriter(reservingCapacity: 512)
        write(table, name: name, into: &writer)
        return EntityTag.of(writer.bytes)
    }

    package static func write(
        _ table: Table, name: String, report: ImportReport? = nil, late: RowMerge.Counts? = nil,
        into writer: inout JSONWriter
    ) {
        write(TableDescription(table), name: name, report: report, late: late, into: &writer)
    }

    package static func write(
        _ table: TableDescription, name: String, report: ImportReport? = nil, late: RowMerge.Counts? = nil,
        into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("xKind", table.xKind.rawValue)
        writer.key("columns")
        writer.beginArray()
        writeColumn(
            name: table.xName, kind: table.xKind.rawValue, minimum: table.extent?.first, maximum: table.extent?.last,
            missing: 0, into: &writer)
        for column in table.columns {
            writeColumn(
                name: column.name, kind: XKind.number.rawValue, minimum: column.minimum, maximum: column.maximum,
                missing: column.missingCount, into: &writer)
        }
        writer.endArray()
        writer.member("rows", table.rowCount)
        if table.firstRow > 0 { writer.member("firstRow", table.firstRow) }
        writer.key("extent")
        if let extent = table.extent {
            writer.beginArray()
            writer.value(extent.first)
            writer.value(extent.last)
            writer.endArray()
        } else {
            writer.null()
        }
        writer.member("version", table.version)
        // The answer to an append tells what became of late rows under the name of their rule.
        table.rules.writeUnlikeDefaults(without: late == nil ? [] : ["late"], into: &writer)
        if let late {
            writer.member("late") { writer in
                writer.member("merged", late.merged)
                writer.member("replaced", late.replaced)
                writer.member("dropped", late.dropped)
            }
        }
        if let report {
            writer.key("import")
            writer.beginObject()
            writer.member("rows", report.rows)
            writer.member("bytes", report.bytes)
            writer.member("milliseconds", report.milliseconds)
            if let text = report.text { write(text, into: &writer) }
            if let dialect = report.dialect { write(dialect, timeZone: report.timeZone, into: &writer) }
            writer.endObject()
        }
        writer.endObject()
    }

    private static func write(_ text: TextReport, into writer: inout JSONWriter) {
        if let delimiter = text.delimiter {
            writer.member("delimiter", String(Character(Unicode.Scalar(delimiter))))
        }
        writer.key("leftOut")
        writer.beginArray()
        for name in text.leftOut { writer.value(name) }
        writer.endArray()
        // Lines of JSON are never skipped.
        guard text.delimiter != nil else { return }
        writer.key("skipped")
        writer.beginObject()
        writer.member("rows", text.skippedRows)
        writer.key("first")
        writer.beginArray()
        for (line, detail) in text.skippedLines {
            writer.beginObject()
            writer.member("line", line)
            writer.member("detail", detail)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    /// Writes each member as a query has it; `null` where there is nothing to send.
    private static func write(_ dialect: ImportDialect, timeZone: String, into writer: inout JSONWriter) {
        writer.key("dialect")
        writer.beginObject()
        for (name, text) in DialectTexts.texts(of: dialect, timeZone: timeZone) {
            writer.key(name)
            switch text {
            case .text(let text)?: writer.value(text)
            case .number(let number)?: writer.value(number)
            case nil: writer.null()
            }
        }
        writer.endObject()
    }

    private static func writeColumn(
        name: String, kind: String, minimum: Double?, maximum: Double?, missing: Int, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("kind", kind)
        writer.member("min", orNull: minimum)
        writer.member("max", orNull: maximum)
        writer.member("missing", missing)
        writer.endObject()
    }
}
