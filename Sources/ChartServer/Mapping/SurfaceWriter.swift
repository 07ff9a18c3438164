import ChartEngine
import ChartSeries
import ChartSessions
import ChartWire
import Gestures

/// What a client wants to see of a surface.
struct SurfaceView: Sendable {
    /// When rows are answered.
    enum WindowPolicy: String, Sendable, CaseIterable {
        /// Never.
        case none
        /// When the window or the data has changed since the surface's last answer.
        case auto
        /// Always.
        case full
    }

    var window = WindowPolicy.full
    var hasTicks = true
    var layout = RowLayout.rows
    /// Whether the specification is answered too: size, dataset, series, modifiers and axis options.
    var hasSpecification = true

    /// Whether this answer carries the rows of a surface.
    func showsRows(of surface: SessionSurface) -> Bool {
        switch window {
        case .none: false
        case .auto: surface.windowKey != surface.answered
        case .full: true
        }
    }
}

/// Writes a surface as JSON.
struct SurfaceWriter {
    let entry: SessionSurface
    let view: SurfaceView

    private var chart: Chart { entry.surface.chart }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.value(entry.id)
        writer.key("revision")
        writer.value(entry.revision)
        if view.hasSpecification { writeSpecification(into: &writer) }
        writeAxes("xAxes", chart.xAxes, into: &writer)
        writeAxes("yAxes", chart.yAxes, into: &writer)
        writeGestures(into: &writer)
        writeOverlays(into: &writer)
        writeSelection(into: &writer)
        if view.showsRows(of: entry) {
            writer.key("window")
            WindowWriter(
                window: chart.window, table: chart.table,
                columns: WindowWriter.columns(of: chart.series.lazy.filter(\.isVisible).map(\.column)),
                layout: view.layout
            ).write(into: &writer)
        }
        writer.endObject()
    }

    private func writeAxes(_ name: String, _ axes: [Axis], into writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        for axis in axes {
            AxisWriter(
                axis: axis, ticks: view.hasTicks ? chart.ticks(of: axis) : nil,
                hasSpecification: view.hasSpecification
            ).write(into: &writer)
        }
        writer.endArray()
    }

    private func writeGestures(into writer: inout JSONWriter) {
        writer.key("gestures")
        writer.beginArray()
        for active in entry.surface.gestures {
            writer.beginObject()
            writer.key("modifier")
            writer.value(active.modifier)
            writer.key("gesture")
            writer.value(active.gesture.kind.rawValue)
            writer.key("state")
            writer.value(active.gesture.state.rawValue)
            writer.endObject()
        }
        writer.endArray()
    }

    private func writeOverlays(into writer: inout JSONWriter) {
        writer.key("overlays")
        writer.beginArray()
        for overlay in chart.overlays {
            writer.beginObject()
            writer.key("modifier")
            writer.value(overlay.modifier)
            writer.key("kind")
            writer.value(overlay.kind)
            if let location = overlay.location {
                writer.key("x")
                writer.value(location.x)
                writer.key("y")
                writer.value(location.y)
            }
            if let rect = overlay.rect { writeRect(rect, into: &writer) }
            writeItems(overlay.items, into: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private func writeRect(_ rect: Rect, into writer: inout JSONWriter) {
        writer.key("rect")
        writer.beginObject()
        for (name, length) in [("x", rect.x), ("y", rect.y), ("width", rect.width), ("height", rect.height)] {
            writer.key(name)
            writer.value(length)
        }
        writer.endObject()
    }

    private func writeItems(_ items: [Overlay.Item], into writer: inout JSONWriter) {
        writer.key("items")
        writer.beginArray()
        for item in items {
            writer.beginObject()
            writer.key("series")
            writer.value(item.series)
            writer.key("name")
            writer.value(item.name)
            writer.key("x")
            writer.value(item.x)
            writer.key("value")
            writer.number(orNull: item.y ?? .nan)
            writer.endObject()
        }
        writer.endArray()
    }

    private func writeSelection(into writer: inout JSONWriter) {
        writer.key("selection")
        writer.beginObject()
        writer.key("rows")
        writer.beginArray()
        for row in chart.selection.rows { writer.value(row) }
        writer.endArray()
        writer.key("series")
        writer.beginArray()
        for series in chart.selection.series { writer.value(series) }
        writer.endArray()
        writer.key("label")
        if let label = chart.selection.label { writer.value(label) } else { writer.null() }
        writer.endObject()
    }

    private func writeSpecification(into writer: inout JSONWriter) {
        writer.key("size")
        writer.beginObject()
        writer.key("width")
        writer.value(chart.size.width)
        writer.key("height")
        writer.value(chart.size.height)
        writer.endObject()
        writer.key("dataset")
        if let dataset = entry.dataset { writer.value(dataset) } else { writer.null() }
        writeSeries(into: &writer)
        writeModifiers(into: &writer)
        writer.key("gestureProfile")
        writer.value(entry.surface.thresholds.profile.rawValue)
        writer.key("windowOptions")
        writer.beginObject()
        writer.key("method")
        writer.value(chart.windowOptions.method.rawValue)
        writer.key("maxRows")
        writer.value(chart.windowOptions.maximumRows)
        writer.key("rowUnit")
        writer.value(chart.windowOptions.rowUnit.rawValue)
        writer.endObject()
    }

    private func writeSeries(into writer: inout JSONWriter) {
        writer.key("series")
        writer.beginArray()
        for series in chart.series {
            writer.beginObject()
            writer.key("id")
            writer.value(series.id)
            writer.key("x")
            writer.value(chart.table.xName)
            writer.key("y")
            writer.value(chart.table.columns[series.column].name)
            writer.key("xAxis")
            writer.value(series.xAxis)
            writer.key("yAxis")
            writer.value(series.yAxis)
            writer.key("name")
            writer.value(series.name)
            if let color = series.color {
                writer.key("color")
                writer.value(color)
            }
            writer.key("visible")
            writer.value(series.isVisible)
            writer.endObject()
        }
        writer.endArray()
    }

    private func writeModifiers(into writer: inout JSONWriter) {
        writer.key("modifiers")
        writer.beginArray()
        for entry in entry.surface.modifiers { ModifierWriter(entry: entry).write(into: &writer) }
        writer.endArray()
    }
}

/// Writes a modifier with its parameters as JSON.
struct ModifierWriter {
    let entry: AttachedModifier

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.value(entry.id)
        writer.key("type")
        writer.value(type(of: entry.modifier).typeName)
        writer.key("isEnabled")
        writer.value(entry.options.isEnabled)
        writer.key("receiveHandledEvents")
        writer.value(entry.options.receiveHandledEvents)
        writeList("requireFailureOf", entry.options.requireFailureOf, into: &writer)
        writeList("simultaneousWith", entry.options.simultaneousWith, into: &writer)
        for (key, json) in parameters(of: entry.modifier).members {
            writer.key(key)
            JSONCoding.write(json, into: &writer)
        }
        writer.endObject()
    }

    private func parameters(of modifier: some ChartModifier) -> JSONObject { modifier.parameters.members }

    private func writeList(_ name: String, _ texts: [String], into writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        for text in texts { writer.value(text) }
        writer.endArray()
    }
}
