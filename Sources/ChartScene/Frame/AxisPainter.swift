import ChartEngine
import Gestures

/// Draws an axis beside the plot area: its line, its tick marks, its labels and its title.
struct AxisPainter {
    let placed: PlacedAxis
    let layout: PictureLayout
    let notation: ScenePath.Notation
    private let viewport: AxisViewport

    /// The smallest distance at which minor marks do not look like a comb.
    private static let minorSpacing = 16.0
    private static let minorReach = 3.0
    private static let majorReach = 6.0
    private static let labelGap = (upright: 2.0, flat: 8.0)

    init(_ placed: PlacedAxis, in layout: PictureLayout, notation: ScenePath.Notation) {
        self.placed = placed
        self.layout = layout
        self.notation = notation
        viewport = placed.axis.viewport(inWidth: layout.plot.width, height: layout.plot.height)
    }

    /// The line and the marks with the texts that got room.
    func layer(_ texts: [PlacedText]) -> SceneLayer {
        var lines = ScenePath(notation)
        lines.straight(from: point(outwards: 0, along: 0), to: point(outwards: 0, along: viewport.length))
        let (major, minor) = (placed.ticks.major, placed.ticks.minor)
        let shown = viewport.keepsApart(minor + major, by: Self.minorSpacing) ? minor : []
        for (values, reach) in [(shown, Self.minorReach), (major, Self.majorReach)] {
            for value in values {
                guard let along = position(of: value).map(layout.pixels.middle(near:)) else { continue }
                lines.straight(from: point(outwards: 0, along: along), to: point(outwards: reach, along: along))
            }
        }
        var items: [SceneItem] = []
        items.rule(lines, .axis)
        let id = placed.axis.id
        return SceneLayer(key: "axis/\(id)", role: .axis, axis: id, items: items + texts.map { .text($0) })
    }

    /// Gives room to the title in the middle of the axis; a title without room is cut to the length of the axis.
    func title(_ plan: inout TextPlan) -> PlacedText? {
        guard let title = placed.title else { return nil }
        let middle = point(outwards: placed.thickness - PlacedAxis.lineHeight / 2 - 2, along: viewport.length / 2)
        let size = PlacedAxis.titleSize
        for text in [title, FontMetrics.cut(title, toWidth: viewport.length, size: size)].compactMap(\.self) {
            let placedTitle = PlacedText(
                text, at: onPicture(middle), anchor: .middle, size: size, color: .label,
                isUpright: placed.axis.isVertical)
            if let title = plan.place(placedTitle) { return title }
        }
        return nil
    }

    /// Gives room to every label, or to each second, third and so on, so that labels do not overlap.
    func labels(_ plan: inout TextPlan) -> [PlacedText] {
        let texts = placed.ticks.major.indices.compactMap { index -> PlacedText? in
            let label = placed.labels[index]
            let size = PlacedAxis.labelSize
            guard let along = position(of: placed.ticks.major[index]), !label.isEmpty,
                !placed.axis.isVertical || FontMetrics.width(of: label, size: size) <= PlacedAxis.widestLabel
            else { return nil }
            return text(label, along: along)
        }.sorted { placed.axis.isVertical ? $0.box.y < $1.box.y : $0.box.x < $1.box.x }
        let stride = (1...max(texts.count, 1)).first { stride in haveRoom(Self.every(stride, of: texts)) } ?? 1
        let gap = placed.axis.isVertical ? 0 : Self.labelGap.flat / 2
        return Self.every(stride, of: texts).compactMap { plan.place($0, gap: gap) }
    }

    private static func every(_ stride: Int, of texts: [PlacedText]) -> [PlacedText] {
        texts.indices.filter { $0 % stride == 0 }.map { texts[$0] }
    }

    private func haveRoom(_ texts: [PlacedText]) -> Bool {
        zip(texts, texts.dropFirst()).allSatisfy { one, next in
            placed.axis.isVertical
                ? next.box.y >= one.box.y + one.box.height - Self.labelGap.upright
                : next.box.x >= one.box.x + one.box.width + Self.labelGap.flat
        }
    }

    /// A label beside its tick, moved so that it stays in the picture.
    private func text(_ label: String, along: Double) -> PlacedText {
        let size = PlacedAxis.labelSize
        if placed.axis.isVertical {
            let anchor: PlacedText.Anchor = placed.axis.alignment == .left ? .right : .left
            let place = onPicture(point(outwards: PlacedAxis.labelDistance, along: along))
            return PlacedText(label, at: place, anchor: anchor, size: size, color: .label)
        }
        var place = onPicture(point(outwards: PlacedAxis.labelDistance + PlacedAxis.lineHeight / 2, along: along))
        let half = FontMetrics.width(of: label, size: size) / 2
        place.x = min(max(place.x, half), max(layout.width - half, half))
        return PlacedText(label, at: place, anchor: .middle, size: size, color: .label)
    }

    /// Where a tick lies along the axis; `nil` outside.
    ///
    /// A date axis draws ticks outside of its range at its ends.
    private func position(of value: Double) -> Double? {
        let along = viewport.apply(value)
        if placed.axis.options.type == .date { return min(max(along, 0), viewport.length) }
        return along >= -0.5 && along <= viewport.length + 0.5 ? along : nil
    }

    /// The point of the plot area at a distance outwards from the axis's line, and at a position along it.
    private func point(outwards distance: Double, along: Double) -> Point {
        let outwards = placed.offset + distance + 0.5
        return switch placed.axis.alignment {
        case .left: Point(x: -outwards, y: along)
        case .right: Point(x: layout.plot.width + outwards, y: along)
        case .top: Point(x: along, y: -outwards)
        case .bottom, .auto: Point(x: along, y: layout.plot.height + outwards)
        }
    }

    private func onPicture(_ point: Point) -> Point { Point(x: point.x + layout.plot.x, y: point.y + layout.plot.y) }
}
