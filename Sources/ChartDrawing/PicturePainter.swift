import ChartEngine
import Gestures

/// Draws a picture part by part: texts get their room by importance, and the parts are written in the order of paint.
struct PicturePainter {
    let chart: Chart
    let texts: PictureTexts
    let theme: PictureTheme
    let layout: PictureLayout
    private(set) var plan: TextPlan

    private static let fonts =
        "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', 'DejaVu Sans', sans-serif"

    init(chart: Chart, texts: PictureTexts, theme: PictureTheme, layout: PictureLayout) {
        self.chart = chart
        self.texts = texts
        self.theme = theme
        self.layout = layout
        plan = TextPlan(width: layout.width, height: layout.height)
    }

    /// The SVG document.
    mutating func document() -> [UInt8] {
        let palette = theme.palette
        let scene = SeriesScene(
            chart: chart, palette: palette, width: layout.plot.width, height: layout.plot.height)
        let overlays = OverlayPainter(scene: OverlayScene(series: scene, layout: layout, texts: texts))
        let axes = layout.axes.map { AxisPainter($0, in: layout, palette: palette) }
        var (around, within, names) = (SVGWriter(), SVGWriter(), SVGWriter())
        let atFirst = plan.texts.count
        overlays.drawWithin(&plan, into: &within)
        let insideEnd = plan.texts.count
        overlays.drawAround(&plan, into: &around)
        planTitle(palette)
        drawNames(scene, into: &names)
        for axis in axes { axis.planTitle(&plan) }
        for axis in axes { axis.planLabels(&plan) }

        var writer = SVGWriter()
        begin(&writer)
        writer.box(
            Rect(x: 0, y: 0, width: layout.width, height: layout.height), radius: 0,
            fill: PictureTheme.Ink(palette.card))
        beginPlot(&writer)
        if layout.detail.hasAxes {
            GridPainter(layout: layout, chart: chart, palette: palette).draw(into: &writer)
        }
        SeriesPainter(scene: scene).draw(into: &writer)
        SelectionPainter(scene: scene).draw(into: &writer)
        writer.append(within)
        writer.raw("</svg>")
        for text in plan.texts[atFirst..<insideEnd] { writer.write(text, texts.direction) }
        writer.raw("<g transform=\"translate(")
        writer.numbers(layout.plot.x, layout.plot.y)
        writer.raw(")\">")
        for axis in axes { axis.drawLines(into: &writer) }
        writer.append(around)
        writer.raw("</g>")
        writer.append(names)
        for text in plan.texts[insideEnd...] { writer.write(text, texts.direction) }
        writer.raw("</svg>\n")
        return writer.bytes
    }

    private func begin(_ writer: inout SVGWriter) {
        writer.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        writer.attribute("xml:lang", texts.language)
        writer.raw(" role=\"img\"")
        writer.attribute("width", layout.width)
        writer.attribute("height", layout.height)
        writer.raw(" viewBox=\"0 0 ")
        writer.numbers(layout.width, layout.height)
        writer.raw("\"")
        writer.attribute("font-family", Self.fonts)
        writer.raw("><title>")
        writer.escaped(texts.name)
        writer.raw("</title><desc>")
        writer.escaped(texts.description)
        writer.raw("</desc>")
    }

    /// Begins the plot area, which clips what it contains.
    private func beginPlot(_ writer: inout SVGWriter) {
        writer.raw("<svg")
        writer.attribute("x", layout.plot.x)
        writer.attribute("y", layout.plot.y)
        writer.attribute("width", layout.plot.width)
        writer.attribute("height", layout.plot.height)
        writer.raw(" overflow=\"hidden\">")
    }

    private mutating func planTitle(_ palette: PictureTheme.Palette) {
        guard layout.detail.hasTitle, let title = texts.title else { return }
        let isLeft = texts.direction == .leftToRight
        let place = Point(
            x: isLeft ? layout.plot.x : layout.plot.x + layout.plot.width, y: PictureLayout.titleMiddle)
        let text = PlacedText(
            title, at: place, anchor: isLeft ? .left : .right, size: PictureLayout.titleSize, isBold: true,
            color: palette.text)
        if plan.place(text) { return }
        // A long title takes the width of the picture, and is cut there.
        let middle = Point(x: layout.width / 2, y: PictureLayout.titleMiddle)
        let cut = FontMetrics.cut(
            title, toWidth: layout.width - 2 * PictureLayout.edge, size: PictureLayout.titleSize, isBold: true)
        guard let cut else { return }
        _ = plan.place(
            PlacedText(
                cut, at: middle, anchor: .middle, size: PictureLayout.titleSize, isBold: true, color: palette.text))
    }

    private mutating func drawNames(_ scene: SeriesScene, into writer: inout SVGWriter) {
        for tag in layout.names {
            guard let one = chart.series.first(where: { $0.id == tag.series }) else { continue }
            let text = PlacedText(
                tag.name, at: Point(x: tag.x + tag.nameDistance, y: tag.y), anchor: .left, size: NameTag.textSize,
                color: scene.palette.text)
            guard plan.place(text) else { continue }
            let swatch = Rect(x: tag.x, y: tag.y - tag.sample / 2, width: tag.sample, height: tag.sample)
            writer.sample(in: swatch, radius: 3, color: scene.color(of: one), dash: tag.dash)
        }
    }
}

extension SVGWriter {
    /// Writes two numbers with a blank between them.
    fileprivate mutating func numbers(_ first: Double, _ second: Double) {
        var text: [UInt8] = []
        text.appendNumber(first)
        text.append(UInt8(ascii: " "))
        text.appendNumber(second)
        escaped(String(decoding: text, as: UTF8.self))
    }
}
