import ChartEngine
import ChartSeries
import ChartText
import ChartWire
import Gestures

/// Writes a surface as JSON.
struct SurfaceWriter {
    let view: SurfaceView
    /// What a client may have drawn of the revision before; `nil` where it needs whole scenes.
    var basis: SceneBasis?

    func write(_ entry: SessionSurface, into writer: inout JSONWriter) {
        write(entry.surface.chart, of: entry.surface, entry, into: &writer)
    }

    private func write(
        _ chart: Chart, of surface: Surface, _ entry: SessionSurface, into writer: inout JSONWriter
    ) {
        let texts = ChartTexts(of: chart, in: view.locale ?? .standard)
        writer.beginObject()
        writer.member("id", entry.id)
        writer.member("revision", entry.revision)
        if view.hasSpecification {
            writeSpecification(of: surface, chart, entry, into: &writer)
        } else if entry.framed == entry.revision {
            write(entry.size, into: &writer)
        }
        writer.key("xAxes")
        write(chart.xAxes, of: chart, texts, into: &writer)
        writer.key("yAxes")
        write(chart.yAxes, of: chart, texts, into: &writer)
        let isDrawn = view.scene != .none
        writer.key("gestures")
        writer.beginArray()
        for active in surface.gestures {
            let annotation = surface.annotation(movedBy: active)
            writer.write(
                active, moving: isDrawn && annotation == nil ? surface.movements(by: active) : nil, annotation)
        }
        writer.endArray()
        if isDrawn, let ahead = surface.ahead { writer.write(ahead) }
        // What observers reported during the answered change; a whole state has no such reports.
        writer.member("recognized", list: view.hasSpecification ? [] : chart.recognized) { recognized, writer in
            writer.object { writer in
                writer.members(of: recognized.gesture, by: recognized.modifier)
                if let annotation = recognized.annotation { writer.member("annotation", annotation) }
            }
        }
        write(chart.overlays, of: surface.modifiers, texts.map { OverlayTexts($0, chart) }, into: &writer)
        write(
            chart.selection, on: chart, of: entry.dataset,
            label: texts == nil ? chart.selection.label : texts?.selectionLabel(of: chart), into: &writer)
        AnnotationWriter.write(of: chart, isListed: view.showsAnnotations(of: entry), into: &writer)
        if view.showsRows(of: entry) {
            writer.key("window")
            WindowWriter.write(windowOf: chart, dataset: entry.dataset, layout: view.layout, into: &writer)
        }
        if view.scene != .none {
            writer.key("scene")
            SceneWriter(view: view, basis: view.scene == .auto ? basis : nil).write(chart, of: entry, into: &writer)
        }
        writer.endObject()
    }

    private func write(_ axes: [Axis], of chart: Chart, _ texts: ChartTexts?, into writer: inout JSONWriter) {
        writer.beginArray()
        for axis in axes {
            var ticks = view.hasTicks ? chart.ticks(of: axis) : nil
            if let texts, let given = ticks { ticks?.labels = texts.labels(of: given, axis: axis, in: chart) }
            AxisWriter(ticks: ticks, hasSpecification: view.hasSpecification).write(axis, into: &writer)
        }
        writer.endArray()
    }

    private func write(
        _ overlays: [Overlay], of modifiers: [AttachedModifier], _ texts: OverlayTexts?, into writer: inout JSONWriter
    ) {
        let kept = overlays.isEmpty ? [] : modifiers.filter { $0.options.meta != nil }
        writer.member("overlays", list: overlays) { overlay, writer in
            writer.write(overlay, texts, meta: kept.first { $0.id == overlay.modifier }?.options.meta)
        }
    }

    private func write(
        _ selection: Selection, on chart: Chart, of dataset: String?, label: String?,
        into writer: inout JSONWriter
    ) {
        writer.member("selection") { writer in
            writer.member("rows", list: selection.rows) { $1.value(chart.table.firstRow + $0) }
            writer.member("series", list: selection.series) { $1.value($0) }
            if chart.annotations.version > 0 {
                writer.member("annotations", list: selection.annotations) { $1.value($0) }
            }
            writer.member("label", orNull: label)
            if let total = chart.selectedTotal { writer.member("total", orNull: total) }
            guard chart.partCount > 1 else { return }
            writer.member("parts", list: chart.parts) { part, writer in
                writer.object { writer in
                    writer.member("dataset", orNull: part.source.dataset ?? dataset)
                    writer.member("series", list: part.chart.series.map(\.id)) { $1.value($0) }
                    writer.member("rows", list: part.chart.selection.rows) { $1.value(part.chart.table.firstRow + $0) }
                }
            }
        }
    }

    private func write(_ size: ChartSize, into writer: inout JSONWriter) {
        writer.member("size") { writer in
            writer.member("width", size.width)
            writer.member("height", size.height)
        }
    }

    private func writeSpecification(
        of surface: Surface, _ chart: Chart, _ entry: SessionSurface, into writer: inout JSONWriter
    ) {
        write(entry.size, into: &writer)
        writer.member("dataset", orNull: entry.dataset)
        if let title = chart.caption.title { writer.member("title", title) }
        if let description = chart.caption.description { writer.member("description", description) }
        if chart.annotations.layers != AnnotationList.Layer.allCases {
            writer.member("annotationLayers", list: chart.annotations.layers) { $1.value($0.rawValue) }
        }
        let place = SeriesPlace(chart.contents, dataset: entry.dataset)
        writer.member("series", list: chart.series) { series, writer in
            writer.object { series.write(in: place, into: &$0) }
        }
        ModifierWriter.write(surface.modifiers, into: &writer)
        writer.member("gestureProfile", surface.thresholds.profile.rawValue)
        writer.member("windowOptions") { chart.windowOptions.write(into: &$0) }
    }
}

extension JSONWriter {
    /// Writes a gesture in progress, with what it moves for a client that draws.
    fileprivate mutating func write(
        _ active: ActiveGesture, moving movements: [AxisMovement]?, _ annotation: String?
    ) {
        object { writer in
            writer.member("modifier", active.modifier)
            writer.member("gesture", active.gesture.kind.rawValue)
            writer.member("state", active.gesture.state.rawValue)
            if let annotation { writer.member("annotation", annotation) }
            if let movements { writer.write(movements) }
        }
    }

    private mutating func write(_ movements: [AxisMovement]) {
        member("axes", list: movements) { movement, writer in
            writer.object { writer in
                writer.member("id", movement.axis)
                if movement.pan != 0 { writer.member("pan", movement.pan) }
                if movement.zoom != 0 { writer.member("zoom", movement.zoom) }
                if let span = movement.span { writer.member("by", span.rawValue) }
            }
        }
    }

    fileprivate mutating func write(_ ahead: GesturesAhead) {
        member("ahead") { writer in
            writer.write("drag", ahead.drag)
            writer.write("pinch", ahead.pinch)
            writer.write("wheel", ahead.wheel)
        }
    }

    private mutating func write(_ name: StaticString, _ gesture: GestureAhead?) {
        key(name)
        guard let gesture else { return null() }
        object { writer in
            writer.member("after", gesture.threshold)
            if let span = gesture.span { writer.member("by", span.rawValue) }
            writer.write(gesture.movements)
        }
    }

    fileprivate mutating func write(_ overlay: Overlay, _ texts: OverlayTexts?, meta: String?) {
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
            writer.member("items", list: overlay.items) { $1.write($0, texts) }
            if let motion = overlay.motion {
                writer.member("velocity") { writer in
                    writer.member("x", motion.velocity.dx)
                    writer.member("y", motion.velocity.dy)
                }
                writer.member("decelerationRate", motion.decelerationRate.factor)
                writer.member("startTime", motion.start.milliseconds)
                writer.member("duration", motion.duration)
            }
            if let isMissing = overlay.isMissing { writer.member("missing", isMissing) }
            if let meta {
                writer.key("meta")
                writer.rawValue(Array(meta.utf8))
            }
        }
    }

    private mutating func write(_ item: Overlay.Item, _ texts: OverlayTexts?) {
        object { writer in
            if let series = item.series { writer.member("series", series) }
            writer.member("name", item.name)
            if let axis = item.axis { writer.member("axis", axis) }
            if let x = item.x { writer.member("x", x) }
            if item.isVisible == nil { writer.member("value", orNull: item.y) }
            if let difference = item.difference { writer.member("difference", difference) }
            if let text = texts?.text(of: item) { writer.member("text", text) }
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
