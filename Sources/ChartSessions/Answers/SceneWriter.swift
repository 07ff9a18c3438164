import ChartEngine
import ChartScene
import ChartSeries
import ChartText
import ChartWire
import Gestures

/// What a client may have drawn: the surfaces before a change, in the language that they had.
struct SceneBasis: Sendable {
    private let surfaces: [SessionSurface]
    private let view: SurfaceView
    /// The locale of the texts.
    let locale: ChartLocale

    /// Takes the state before a change; `nil` for a view whose answers do not depend on it.
    init?(of session: Session, for view: SurfaceView) {
        guard view.scene == .auto || view.window == .auto && !view.sizes.isEmpty else { return nil }
        surfaces = session.surfaces
        self.view = view.resolved(for: session)
        locale = self.view.locale ?? .standard
    }

    /// A surface before the change, as the client looked at it; `nil` for one that the change has made.
    func surface(_ id: String) -> SessionSurface? { surfaces.first { $0.id == id }.map { view.seen($0) } }
}

/// Writes the scene of a surface as JSON.
struct SceneWriter {
    let view: SurfaceView
    /// What a client may have drawn; `nil` for a whole scene.
    let basis: SceneBasis?

    /// The most points of a scene: one for each row and series in view.
    static let mostPoints = 1_000_000
    /// The most points of a scene that takes no longer to draw than other requests should wait.
    static let mostShortPoints = 4_096

    /// The most points of a chart's scene.
    static func mostPoints(of chart: Chart) -> Int {
        chart.mostWindowRows.multipliedReportingOverflow(by: chart.series.count { $0.isVisible }).partialValue
    }

    /// The most bytes of a chart's scene, mostly too many.
    static func mostBytes(of chart: Chart) -> Int {
        // An area goes through each point three times.
        var most = 16_384 + 72 * mostPoints(of: chart)
        most += 16_384 * (chart.xAxes.count + chart.yAxes.count)
        most +=
            24 * chart.selection.rowCount * max(1, chart.series.count) + 6 * (chart.caption.title?.utf8.count ?? 0)
        for series in chart.series { most += 2_048 + 12 * (series.name.utf8.count + series.id.utf8.count) }
        for axis in chart.xAxes + chart.yAxes {
            most += 12 * ((axis.options.look?.title?.utf8.count ?? 0) + (axis.options.look?.unit?.utf8.count ?? 0))
        }
        for one in chart.drawnAnnotations {
            most += 2_560 + 64 * one.style.levels.count + 12 * ((one.style.text?.utf8.count ?? 0) + one.id.utf8.count)
        }
        for overlay in chart.overlays {
            most += 2_048
            for item in overlay.items { most += 1_024 + 12 * item.name.utf8.count }
        }
        return most
    }

    func write(_ chart: Chart, of entry: SessionSurface, into writer: inout JSONWriter) {
        guard Self.mostPoints(of: chart) <= Self.mostPoints else {
            _ = writer.givesUp(before: .max)
            return writer.null()
        }
        let before = basis?.surface(entry.id)
        let scene = scene(of: chart, entry, before)
        writer.beginObject()
        writer.member("width", scene.width)
        writer.member("height", scene.height)
        writer.member("insets") { writer in
            writer.member("top", scene.insets.top.inHundredths)
            writer.member("left", scene.insets.left.inHundredths)
            writer.member("bottom", scene.insets.bottom.inHundredths)
            writer.member("right", scene.insets.right.inHundredths)
        }
        writer.member("direction", scene.direction.rawValue)
        if let before {
            writer.member("since", before.revision)
            writer.member("kept", list: scene.kept) { $1.value($0) }
            writer.member("order", list: scene.order) { $1.value($0) }
        }
        writer.member("layers", list: scene.layers) { layer, writer in
            writer.write(layer, from: scene.insets)
        }
        writer.endObject()
    }

    /// Draws the surface: without what was the same before, where a client can have drawn that with the same rows.
    private func scene(of chart: Chart, _ entry: SessionSurface, _ before: SessionSurface?) -> Scene {
        let texts = PictureTexts(of: chart, in: view.locale ?? .standard)
        guard let basis, let before, before.hasRowsOfRevision else {
            return Scene(of: chart, texts: texts, options: view.sceneOptions ?? SceneOptions())
        }
        let earlier = before.surface.chart
        let hasSameRows = before.showsRows(of: entry)
        return Scene(
            of: chart, texts: texts, options: view.sceneOptions ?? SceneOptions(),
            since: (earlier, PictureTexts(of: earlier, in: basis.locale), hasSameRows))
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ layer: SceneLayer, from insets: Scene.Insets) {
        object { writer in
            writer.member("key", layer.key)
            writer.member("role", layer.role.rawValue)
            if let id = layer.id { writer.member("id", id) }
            if let axis = layer.axis { writer.member("axis", axis) }
            if let axes = layer.axes {
                writer.member("xAxis", axes.x)
                writer.member("yAxis", axes.y)
            }
            if layer.isClipped { writer.member("clip", "plot") }
            writer.member("items", list: layer.items) { item, writer in
                switch item {
                case .shape(let shape): writer.write(shape)
                case .text(let text): writer.write(text, from: insets)
                }
            }
        }
    }

    /// Writes a shape, as two items where its fill shines through and its stroke does not.
    private mutating func write(_ shape: SceneShape) {
        let path = shape.path.bytes
        let fill = shape.fill.flatMap { $0.opacity > 0 ? $0 : nil }
        if let fill, let stroke = shape.stroke, fill.opacity != stroke.ink.opacity {
            writeItem(path, fill: fill, stroke: nil, pattern: shape.pattern)
            writeItem(path, fill: nil, stroke: stroke, pattern: nil)
        } else {
            writeItem(path, fill: fill, stroke: shape.stroke, pattern: shape.pattern)
        }
    }

    private mutating func writeItem(
        _ path: [UInt8], fill: SceneShape.Ink?, stroke: SceneShape.Stroke?, pattern: Int?
    ) {
        object { writer in
            writer.key("path")
            writer.value(plain: path)
            if let stroke {
                writer.member("stroke", stroke.ink.color.name)
                if stroke.width != 1 { writer.member("width", stroke.width.inHundredths) }
                if !stroke.dash.isEmpty {
                    writer.member("dash", list: stroke.dash) { $1.value($0.inHundredths) }
                }
                if stroke.isRound { writer.member("ends", "round") }
            }
            if let fill { writer.member("fill", fill.color.name) }
            let opacity = fill?.opacity ?? stroke?.ink.opacity ?? 1
            if opacity < 1 { writer.member("opacity", opacity.inHundredths) }
            if let pattern { writer.member("pattern", pattern) }
        }
    }

    private mutating func write(_ text: PlacedText, from insets: Scene.Insets) {
        object { writer in
            writer.member("text", text.text)
            writer.member("x", (text.place.x - insets.left).inHundredths)
            writer.member("y", (text.place.y - insets.top).inHundredths)
            if text.isUpright { writer.member("rotation", -90) }
            switch text.anchor {
            case .left: break
            case .middle: writer.member("anchor", "middle")
            case .right: writer.member("anchor", "end")
            }
            writer.member("color", text.color.name)
            writer.member("size", text.size)
            if text.isBold { writer.member("weight", 600) }
        }
    }
}

extension Double {
    /// The number with at most two decimals.
    fileprivate var inHundredths: Double { (self * 100).rounded() / 100 + 0 }
}

/// Writes the colours of the roles, and the patterns, as JSON.
package enum PaletteWriter {
    /// The answer of `GET /v1/palette`.
    package static let answer: [UInt8] = {
        var writer = JSONWriter()
        writer.object { writer in
            for theme in PictureTheme.allCases {
                writer.key(theme.rawValue)
                writer.object { writer in
                    for role in SceneColor.roles {
                        writer.key(role.name)
                        writer.value(theme.ink(of: role).hexadecimal)
                    }
                }
            }
            writer.member("patterns", list: ScenePattern.all) { pattern, writer in
                writer.object { writer in
                    writer.member("dash", list: pattern.dash) { $1.value($0) }
                    writer.member("tile", pattern.tile)
                    writer.member("mark", pattern.mark)
                }
            }
        }
        return writer.bytes
    }()
}
