import ChartEngine

/// An axis with its ticks and its distance from the plot area.
struct PlacedAxis {
    let axis: Axis
    let ticks: AxisTicks
    /// The labels of the major ticks.
    let labels: [String]
    let title: String?
    /// The distance from the plot area, in points.
    var offset = 0.0
    /// How far the axis reaches outwards, in points.
    let thickness: Double

    /// The size of the labels' font.
    static let labelSize = 12.0
    /// The size of the title's font.
    static let titleSize = 12.0
    /// The distance of labels from the axis line.
    static let labelDistance = 10.0
    /// The room for a line of text.
    static let lineHeight = 16.0
    /// The widest label beside a vertical axis; a wider one is left out.
    static let widestLabel = 160.0

    init(_ axis: Axis, on chart: Chart, texts: PictureTexts, hasTitle: Bool, hasMarkers: Bool) {
        self.axis = axis
        ticks = chart.ticks(of: axis)
        let own = texts.tickLabels(ticks, axis)
        labels = ticks.major.indices.map { own.indices.contains($0) ? own[$0] : "" }
        title = hasTitle ? texts.axisTitles[axis.id] : nil
        let widths = labels.map { FontMetrics.width(of: $0, size: Self.labelSize) }
        var reach = Self.labelDistance + Self.lineHeight
        if axis.isVertical {
            let widest = widths.filter { $0 <= Self.widestLabel }.max() ?? 0
            reach = max(
                Self.labelDistance + widest.rounded(.up),
                hasMarkers ? MarkerPainter.reach(on: axis, of: chart, texts: texts) : 0)
        }
        thickness = reach + 4 + (title == nil ? 0 : Self.lineHeight + 2)
    }

    /// The map from the axis's values to points of a plot area.
    func viewport(width: Double, height: Double) -> AxisViewport {
        axis.viewport(inWidth: width, height: height)
    }
}

extension Axis {
    /// The map from the axis's values to points of a plot area.
    func viewport(inWidth width: Double, height: Double) -> AxisViewport {
        AxisViewport(
            range: visibleRange, length: isVertical ? height : width, isReversed: isVertical != options.isFlipped,
            scale: scale)
    }
}
