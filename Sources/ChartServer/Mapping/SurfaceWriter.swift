import ChartEngine
import ChartSeries
import ChartSessions
import ChartWire
import Gestures

/// Writes a surface as JSON.
struct SurfaceWriter {
    private let entry: SessionSurface
    // Taken out once each: who asks the entry for them is given a copy.
    private let surface: Surface
    private let chart: Chart
    private let view: SurfaceView

    /// Takes what is to be written.
    init(entry: SessionSurface, view: SurfaceView) {
        self.entry = entry
        self.view = view
        surface = entry.surface
        chart = surface.chart
    }

    func write(into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("revision", entry.revision)
            if view.hasSpecification { writeSpecification(into: &writer) }
            writer.member("xAxes", list: chart.xAxes) { write($0, into: &$1) }
            writer.member("yAxes", list: chart.yAxes) { write($0, into: &$1) }
            writer.member("gestures", list: surface.gestures) { $1.write($0) }
            writer.member("recognized", list: recognized) { recognized, writer in
                writer.object { $0.members(of: recognized.gesture, by: recognized.modifier) }
            }
            writer.member("overlays", list: chart.overlays) { $1.write($0) }
            writer.member("selection") { writer in
                writer.member("rows", list: chart.selection.rows) { $1.value($0) }
                writer.member("series", list: chart.selection.series) { $1.value($0) }
                writer.member("label", orNull: chart.selection.label)
            }
            guard view.showsRows(of: entry) else { return }
            writer.key("window")
            WindowWriter(
                window: chart.window, table: chart.table,
                columns: WindowWriter.columns(of: chart.series.lazy.filter(\.isVisible).map(\.column)),
                layout: view.layout
            ).write(into: &writer)
        }
    }

    /// What observers reported during the change that is answered; a state is no answer to a change.
    private var recognized: [RecognizedGesture] { view.hasSpecification ? [] : chart.recognized }

    private func write(_ axis: Axis, into writer: inout JSONWriter) {
        AxisWriter(
            axis: axis, ticks: view.hasTicks ? chart.ticks(of: axis) : nil, hasSpecification: view.hasSpecification
        ).write(into: &writer)
    }

    private func writeSpecification(into writer: inout JSONWriter) {
        writer.member("size") { writer in
            writer.member("width", chart.size.width)
            writer.member("height", chart.size.height)
        }
        writer.member("dataset", orNull: entry.dataset)
        writer.member("series", list: chart.series) { write($0, into: &$1) }
        ModifierWriter.write(surface.modifiers, into: &writer)
        writer.member("gestureProfile", surface.thresholds.profile.rawValue)
        writer.member("windowOptions") { writer in
            writer.member("method", chart.windowOptions.method.rawValue)
            writer.member("maxRows", chart.windowOptions.maximumRows)
            writer.member("rowUnit", chart.windowOptions.rowUnit.rawValue)
            writer.key("points")
            if let points = chart.windowOptions.points { writer.value(points) } else { writer.null() }
            writer.member("aggregate", chart.windowOptions.aggregate.rawValue)
            writer.member("unit", orNull: chart.windowOptions.unit?.rawValue)
        }
    }

    private func write(_ series: Series, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", series.id)
            writer.member("x", chart.table.xName)
            writer.member("y", chart.table.columns[series.column].name)
            writer.member("xAxis", series.xAxis)
            writer.member("yAxis", series.yAxis)
            writer.member("name", series.name)
            if let color = series.color { writer.member("color", color) }
            writer.member("visible", series.isVisible)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ active: ActiveGesture) {
        object { writer in
            writer.member("modifier", active.modifier)
            writer.member("gesture", active.gesture.kind.rawValue)
            writer.member("state", active.gesture.state.rawValue)
        }
    }

    fileprivate mutating func write(_ overlay: Overlay) {
        object { writer in
            writer.member("modifier", overlay.modifier)
            writer.member("kind", overlay.kind)
            if let location = overlay.location {
                writer.member("x", location.x)
                writer.member("y", location.y)
            }
            if let rect = overlay.rect { writer.member("rect", rect) }
            if let range = overlay.range {
                writer.member("from", range.min)
                writer.member("to", range.max)
            }
            writer.member("items", list: overlay.items) { $1.write($0) }
            if let motion = overlay.motion {
                writer.member("velocity") { writer in
                    writer.member("x", motion.velocity.dx)
                    writer.member("y", motion.velocity.dy)
                }
                writer.member("decelerationRate", motion.decelerationRate.factor)
                writer.member("startTime", motion.start.milliseconds)
                writer.member("duration", motion.duration)
            }
        }
    }

    private mutating func write(_ item: Overlay.Item) {
        object { writer in
            if let series = item.series { writer.member("series", series) }
            writer.member("name", item.name)
            if let axis = item.axis { writer.member("axis", axis) }
            if let x = item.x { writer.member("x", x) }
            if item.isVisible == nil { writer.member("value", orNull: item.y) }
            if let point = item.point {
                writer.member("point") { writer in
                    writer.member("x", point.x)
                    writer.member("y", point.y)
                }
            }
            if let color = item.color { writer.member("color", color) }
            if let isVisible = item.isVisible { writer.member("visible", isVisible) }
            if let rect = item.rect { writer.member("rect", rect) }
        }
    }
}
