import ChartEngine
import Gestures

/// Where the parts of a picture lie: the plot area, the axes around it, the title and the names of the series.
struct PictureLayout {
    let width: Double
    let height: Double
    let detail: PictureDetail
    private let without: Set<SceneRole>
    /// The pixels on which straight lines are sharp.
    let pixels: PixelGrid
    /// The plot area, with a corner at whole points.
    let plot: Rect
    /// The axes, x axes first, each side's counted outwards.
    let axes: [PlacedAxis]
    /// The middle of the title's line, from the top.
    static let titleMiddle = 19.0
    /// The size of the title's font.
    static let titleSize = 15.0
    /// The names of the series, in points of the picture.
    let names: [NameTag]

    /// The strips of window scrubbers, by the id of the modifier.
    let strips: [String: ScrubberPlace]

    /// The least distance of a title from the picture's left and right edge.
    static let edge = 14.0
    private static let titleHeight = 32.0
    /// The room above the names where nothing else is above them.
    private static let namesEdge = 6.0

    /// Lays out a chart.
    init(of chart: Chart, texts: PictureTexts, options: SceneOptions) {
        var fitting: PictureLayout?
        for detail in PictureDetail.allCases {
            // A strip goes before the names do: a modifier may have put it far outside.
            for hasStrips in [true, false] where fitting == nil {
                let layout = PictureLayout(
                    of: chart, texts: texts, options: options, detail: detail, hasStrips: hasStrips)
                let smallest = PictureDetail.smallestPlot
                if !detail.hasAxes || layout.plot.width >= smallest.width && layout.plot.height >= smallest.height {
                    fitting = layout
                }
            }
        }
        self =
            fitting
            ?? PictureLayout(of: chart, texts: texts, options: options, detail: .plot, hasStrips: false)
    }

    private init(
        of chart: Chart, texts: PictureTexts, options: SceneOptions, detail: PictureDetail, hasStrips: Bool
    ) {
        let (width, height, without) = (options.width, options.height, options.without)
        self.detail = detail
        self.without = without
        pixels = PixelGrid(ratio: options.pixelRatio)
        let hasAxes = detail.hasAxes && !without.contains(.axis)
        let axes = hasAxes ? Self.placed(chart, texts, detail, without) : []
        self.axes = axes
        var margins = hasAxes ? Margins { side in max(Self.room(of: axes, at: side), Self.edge) } : Margins()
        var strips: [String: ScrubberPlace] = [:]
        if detail.hasAxes, !without.contains(.overlay) {
            for overlay in chart.overlays where hasStrips && overlay.kind == "scrubber" {
                guard let strip = overlay.rect else { continue }
                let place = ScrubberPlace(of: strip, on: chart.size) { Self.room(of: axes, at: $0) }
                strips[overlay.modifier] = place
                margins.hold(place.moved(strip, to: chart.size), on: chart)
            }
        }
        self.strips = strips
        self.width = width ?? (chart.size.width + margins.left + margins.right).rounded(.up)
        let outside = self.width
        // What axes and strips fill above the plot area; title and names lie above that.
        let filled = margins.top > Self.edge ? margins.top : 0
        let hasTitle = detail.hasTitle && !without.contains(.title) && !(texts.title ?? "").isEmpty
        if hasTitle { margins.top += Self.titleHeight - (filled > 0 ? 0 : Self.edge / 2) }
        var names: [NameTag] = []
        if detail.hasNames, !without.contains(.legend), !chart.overlays.contains(where: { $0.kind == "legend" }) {
            let rows = NameTag.rows(of: chart, texts: texts, from: margins.left, to: outside - margins.right)
            if !rows.isEmpty, !hasTitle, filled > 0 { margins.top += Self.namesEdge }
            let top = margins.top - filled
            names = rows.enumerated().flatMap { row, tags in
                tags.map { $0.moved(toY: top + (Double(row) + 0.5) * NameTag.height) }
            }
            margins.top += Double(rows.count) * NameTag.height
        }
        self.names = names
        self.height = height ?? (chart.size.height + margins.top + margins.bottom).rounded(.up)
        plot = Rect(
            x: margins.left, y: margins.top,
            width: max(1, width == nil ? chart.size.width : self.width - margins.left - margins.right),
            height: max(1, height == nil ? chart.size.height : self.height - margins.top - margins.bottom))
    }

    /// Whether the picture shows what has a role.
    func shows(_ role: SceneRole) -> Bool { !without.contains(role) }

    private static func placed(
        _ chart: Chart, _ texts: PictureTexts, _ detail: PictureDetail, _ without: Set<SceneRole>
    ) -> [PlacedAxis] {
        var placed: [PlacedAxis] = []
        for axis in chart.xAxes + chart.yAxes {
            var next = PlacedAxis(
                axis, on: chart, texts: texts, hasTitle: detail.hasNames, hasMarkers: !without.contains(.overlay))
            next.offset = room(of: placed, at: axis.alignment)
            placed.append(next)
        }
        return placed
    }

    private static func room(of axes: [PlacedAxis], at side: AxisAlignment) -> Double {
        axes.filter { $0.axis.alignment == side }.reduce(0) { $0 + $1.thickness }
    }
}

/// The room around a plot area, in whole points.
private struct Margins {
    var left = 0.0
    var right = 0.0
    var top = 0.0
    var bottom = 0.0
    private static let gap = 6.0

    init() {}

    init(_ room: (AxisAlignment) -> Double) {
        (left, right, top, bottom) = (room(.left), room(.right), room(.top), room(.bottom))
    }

    /// Makes room for what a modifier draws beside the plot area.
    mutating func hold(_ rect: Rect?, on chart: Chart) {
        guard let rect else { return }
        left = max(left, (Self.gap - rect.x).rounded(.up))
        top = max(top, (Self.gap - rect.y).rounded(.up))
        right = max(right, (rect.x + rect.width - chart.size.width + Self.gap).rounded(.up))
        bottom = max(bottom, (rect.y + rect.height - chart.size.height + Self.gap).rounded(.up))
    }
}
