import ChartEngine
import ChartSeries
import Gestures

/// A part of a scene before it is drawn: what needs no rows is drawn already.
enum ScenePart {
    /// A layer.
    case layer(SceneLayer)
    /// A series, or the shape that it begins.
    case series(Series)
    /// The marks of the selected rows.
    case selection
}

/// Draws a scene part by part: texts get their room by importance, and the parts stand in the order of paint.
struct ScenePainter {
    let chart: Chart
    let layout: PictureLayout
    let series: SeriesScene
    private let texts: PictureTexts
    private let notation: ScenePath.Notation
    private var plan: TextPlan

    init(chart: Chart, texts: PictureTexts, options: SceneOptions) {
        self.chart = chart
        self.texts = texts
        notation = options.notation
        layout = PictureLayout(of: chart, texts: texts, options: options)
        series = SeriesScene(
            chart: chart, width: layout.plot.width, height: layout.plot.height, options: options)
        plan = TextPlan(width: layout.width, height: layout.height)
    }

    /// The parts, from back to front.
    mutating func parts() -> [ScenePart] {
        let scene = OverlayScene(series: series, layout: layout, texts: texts)
        let (overlays, annotations) = (OverlayPainter(scene: scene), AnnotationPainter(scene: scene))
        let axes = layout.axes.map { AxisPainter($0, in: layout, notation: notation) }
        let within = overlays.layersWithin(&plan)
        let around = overlays.layersAround(&plan)
        let (title, names) = (title(), names())
        let titles = axes.map { $0.title(&plan) }
        let axisLayers = zip(axes, titles).map { axis, title in
            axis.layer((title.map { [$0] } ?? []) + axis.labels(&plan))
        }
        let notes = annotations.layers(&plan)
        var back: [SceneLayer] = []
        if layout.detail.hasAxes, layout.shows(.grid) {
            back = GridPainter(layout: layout, chart: chart, overscan: series.overscan, notation: notation).layers()
        }
        var parts = back.map(ScenePart.layer)
        if layout.shows(.series) { parts += chart.series.lazy.filter(\.isVisible).map(ScenePart.series) }
        if layout.shows(.selection) { parts.append(.selection) }
        let front = notes + within + annotations.handles() + axisLayers + around + title + names
        return parts + front.map(ScenePart.layer)
    }

    /// The layers of a part, without those that have nothing to draw.
    func layers(of part: ScenePart) -> [SceneLayer] {
        let layers =
            switch part {
            case .layer(let layer): [layer]
            case .series(let one): layer(of: one).map { [$0] } ?? []
            case .selection: SelectionPainter(scene: series).layers()
            }
        return layers.filter { !$0.items.isEmpty }
    }

    private func layer(of one: Series) -> SceneLayer? {
        let (scene, own) = series.part(of: one)
        return SeriesPainter(scene: scene).layer(of: own)
    }

    private mutating func title() -> [SceneLayer] {
        guard layout.detail.hasTitle, layout.shows(.title), let title = texts.title else { return [] }
        let isLeft = texts.direction == .leftToRight
        let place = Point(
            x: isLeft ? layout.plot.x : layout.plot.x + layout.plot.width, y: PictureLayout.titleMiddle)
        let text = PlacedText(
            title, at: place, anchor: isLeft ? .left : .right, size: PictureLayout.titleSize, isBold: true,
            color: .text)
        guard let placed = plan.place(text) ?? cutTitle(title) else { return [] }
        return [SceneLayer(key: "title", role: .title, items: [.text(placed)])]
    }

    /// A long title, which takes the width of the picture and is cut there.
    private mutating func cutTitle(_ title: String) -> PlacedText? {
        let middle = Point(x: layout.width / 2, y: PictureLayout.titleMiddle)
        let cut = FontMetrics.cut(
            title, toWidth: layout.width - 2 * PictureLayout.edge, size: PictureLayout.titleSize, isBold: true)
        return cut.flatMap { cut in
            plan.place(
                PlacedText(
                    cut, at: middle, anchor: .middle, size: PictureLayout.titleSize, isBold: true, color: .text))
        }
    }

    private mutating func names() -> [SceneLayer] {
        var shapes: [SceneItem] = []
        var names: [SceneItem] = []
        for tag in layout.names {
            guard let one = chart.series.first(where: { $0.id == tag.series }) else { continue }
            let text = PlacedText(
                tag.name, at: Point(x: tag.x + tag.nameDistance, y: tag.y), anchor: .left, size: NameTag.textSize,
                color: .text)
            guard let placed = plan.place(text) else { continue }
            let swatch = Rect(
                x: tag.x - layout.plot.x, y: tag.y - tag.side / 2 - layout.plot.y, width: tag.side,
                height: tag.side)
            shapes.sample(tag.sample, in: swatch, radius: 3, ink: series.ink(of: one))
            names.append(.text(placed))
        }
        return [SceneLayer(key: Scene.namesKey, role: .legend, items: shapes + names)]
    }
}

/// Sifts the parts of a scene for those that an earlier scene has.
///
/// What needs no rows is drawn for both and compared. A series is drawn for both only where that alone tells: mostly its
/// axes have moved, or nothing has changed that it depends on.
struct SceneSieve {
    private let now: ScenePainter
    private let earlier: ScenePainter
    private let known: [String: SceneLayer]
    private let earlierSelection: [String: SceneLayer]
    private let hasSameRows: Bool

    /// Whether what stands on two axes is the same as before.
    private enum Change {
        case none, possible, certain
    }

    init(of now: ScenePainter, after earlier: ScenePainter, hasSameRows: Bool) {
        var earlier = earlier
        self.now = now
        self.hasSameRows = hasSameRows
        var known: [String: SceneLayer] = [:]
        for case .layer(let layer) in earlier.parts() { known[layer.key] = layer }
        self.known = known
        self.earlier = earlier
        let isSelecting = hasSameRows && !now.chart.selection.hasNoRows && !earlier.chart.selection.hasNoRows
        earlierSelection =
            isSelecting
            ? Dictionary(uniqueKeysWithValues: earlier.layers(of: .selection).map { ($0.key, $0) }) : [:]
    }

    /// The layers of a part; `nil` for one that is the same as before.
    func sift(_ part: ScenePart) -> [(key: String, layer: SceneLayer?)] {
        switch part {
        case .layer, .selection:
            return now.layers(of: part).map { layer in
                (layer.key, isSame(layer, as: known[layer.key] ?? earlierSelection[layer.key]) ? nil : layer)
            }
        case .series(let one):
            let change = change(of: one)
            if change == .none, isSurelyDrawn(one) { return [(SeriesPainter.key(of: one), nil)] }
            return now.layers(of: part).map { layer in
                switch change {
                case .none: (layer.key, nil)
                case .possible: (layer.key, isSame(layer, as: before(one)) ? nil : layer)
                case .certain: (layer.key, layer)
                }
            }
        }
    }

    /// The layer of a series in the earlier scene.
    private func before(_ series: Series) -> SceneLayer? {
        guard let one = earlier.chart.series.first(where: { $0.id == series.id && $0.isVisible }) else { return nil }
        return earlier.layers(of: .series(one)).first
    }

    private func isSame(_ layer: SceneLayer, as before: SceneLayer?) -> Bool {
        let move = Point(
            x: now.layout.plot.x - earlier.layout.plot.x, y: now.layout.plot.y - earlier.layout.plot.y)
        return before.map { layer.isSame(as: $0, movedBy: move) } ?? false
    }

    private func change(of series: Series) -> Change {
        let (chart, before) = (now.chart, earlier.chart)
        guard hasSameRows, chart.windowOptions == before.windowOptions, chart.size == before.size,
            now.series.xViewports == earlier.series.xViewports,
            now.series.scales(of: series).y == earlier.series.scales(of: series).y
        else { return .certain }
        let isSame =
            chart.series.map(\.withoutTexts) == before.series.map(\.withoutTexts)
            && chart.yAxes.map(\.scale) == before.yAxes.map(\.scale) && chart.selection == before.selection
        return isSame ? .none : .possible
    }

    /// Whether a series has something to draw, as far as its values tell it without the rows of the window.
    private func isSurelyDrawn(_ series: Series) -> Bool {
        let chart = now.chart
        let scales = now.series.scales(of: series)
        guard [.line, .step, .scatter].contains(chart.kind(of: series)), series.stack == nil,
            [.auto, .m4].contains(chart.windowOptions.method), scales.x.scale == .linear, scales.y.scale == .linear,
            let range = chart.valuesInView(of: series)
        else { return false }
        return abs(scales.y.apply(range.minimum)) <= ScenePath.reach
    }
}

extension Series {
    /// The series as far as its look depends on it.
    fileprivate var withoutTexts: Series {
        var bare = self
        bare.name = ""
        bare.unit = nil
        return bare
    }
}
