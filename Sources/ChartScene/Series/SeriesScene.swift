import ChartEngine
import ChartSeries
import Gestures

/// What all series of a scene share: the chart and its rows; of a chart of several datasets, what those of one share.
struct SeriesScene {
    let chart: Chart
    /// The chart with the series of all datasets, of which this may be a part.
    let whole: Chart
    /// The width of the plot area.
    let width: Double
    /// The height of the plot area.
    let height: Double
    /// The share of the plot area's length by which series are drawn beyond it on each side.
    let overscan: Double
    private let notation: ScenePath.Notation
    private let read: ReadOnce
    /// The parts, with their rows; none of a chart that is a single one.
    private var parts: [(source: SeriesSource, scene: SeriesScene)] = []

    /// The opacity of a series while others are selected.
    static let fadedOpacity = 0.3

    init(chart: Chart, width: Double, height: Double, options: SceneOptions) {
        let windows = WindowsReadOnce(of: chart, beyond: options.overscan)
        func part(_ source: SeriesSource, _ part: Chart) -> Self {
            Self(part: part, of: chart, windows, source, width: width, height: height, options: options)
        }
        self = part(SeriesSource(), chart)
        if chart.hasParts { parts = chart.parts.map { ($0.source, part($0.source, $0.chart)) } }
    }

    private init(
        part: Chart, of whole: Chart, _ windows: WindowsReadOnce, _ source: SeriesSource, width: Double, height: Double,
        options: SceneOptions
    ) {
        chart = part
        self.whole = whole
        self.width = width
        self.height = height
        overscan = options.overscan
        notation = options.notation
        read = ReadOnce(of: chart, in: whole) { windows.window(of: source) ?? part.window(beyond: options.overscan) }
    }

    /// The scene of the series that stand on the rows of a series, and the series there.
    func part(of series: Series) -> (scene: SeriesScene, series: Series) {
        let source = whole.source(of: series)
        let scene = parts.first { $0.source == source }?.scene ?? self
        return (scene, scene.chart.series.first { $0.id == series.id } ?? series)
    }

    /// The scenes of the parts of the chart; of a single one itself.
    var all: [SeriesScene] { parts.isEmpty ? [self] : parts.map(\.scene) }

    /// The rows of the window, which are read when they are first needed.
    var rows: DrawnRows { read.rows }

    /// The room of the bars of all series, which is measured when it is first needed.
    var barRooms: BarRooms { read.rooms }

    /// The visible series that are drawn as one shape with a series: its band, its candlesticks, or itself alone.
    func group(of series: Series) -> [Series] { shape(of: series).members }

    /// The shape as which a series is drawn.
    func shape(of series: Series) -> DrawnShape { read.shapes[series.id] ?? chart.shape(of: series) }

    /// An empty path.
    func path() -> ScenePath { ScenePath(notation) }

    /// The colour and the pattern of a series: its own colour if it is a plain one of CSS, else that of its place.
    ///
    /// Series that are drawn as one shape have those of the first of them.
    func ink(of series: Series) -> SeriesInk {
        let series = group(of: series).first ?? series
        let place = whole.series.firstIndex { $0.id == series.id } ?? 0
        let pattern = place % ScenePattern.all.count
        return SeriesInk(
            color: series.color.flatMap { .own(ifPlain: $0) } ?? .series(place % SceneColor.seriesCount),
            pattern: pattern == 0 ? nil : pattern)
    }

    /// Whether other series are selected and no series of this one's shape is.
    func isFaded(_ series: Series) -> Bool { !chart.selection.series.isEmpty && !isRaised(series) }

    /// Whether a series is selected, or one that is drawn as one shape with it.
    func isRaised(_ series: Series) -> Bool {
        group(of: series).contains { chart.selection.series.contains($0.id) }
    }

    /// The map of a series between its values and points of the plot area.
    func scales(of series: Series) -> SeriesScales {
        let xAxis = chart.xAxes.first { $0.id == series.xAxis } ?? chart.xAxes[0]
        let yAxis = chart.yAxes.first { $0.id == series.yAxis } ?? chart.yAxes[0]
        return SeriesScales(
            xAxis: xAxis, yAxis: yAxis, x: xAxis.viewport(inWidth: width, height: height),
            y: yAxis.viewport(inWidth: width, height: height))
    }

    /// The maps of the x axes, on which the choice of rows depends, and whether they run along the height.
    var xViewports: [AxisViewport] { chart.xAxes.map { $0.viewport(inWidth: width, height: height) } }

    /// The visible series below a series in its stack, lowest first.
    func below(_ series: Series) -> [Series] {
        chart.seriesBelow(series)
    }

    /// Whether a value stands on another one of its stack: positive and negative ones stand apart.
    static func stacks(_ value: Double, on other: Double) -> Bool {
        !other.isNaN && !value.isNaN && (other < 0) == (value < 0)
    }

    /// The points of a series by row.
    func points(of series: Series) -> SeriesPoints {
        let scales = scales(of: series)
        let values = rows.values(of: series)
        let stack = below(series)
        guard !stack.isEmpty else {
            return SeriesPoints(places: rows.places(on: scales.xAxis), tops: values, scales: scales)
        }
        var bases = [Double](repeating: 0, count: values.count)
        for other in stack {
            for (row, value) in rows.values(of: other).enumerated() where row < bases.count {
                if Self.stacks(values[row], on: value) { bases[row] += value }
            }
        }
        return SeriesPoints(
            places: rows.places(on: scales.xAxis), bases: bases, tops: values.indices.map { bases[$0] + values[$0] },
            scales: scales)
    }
}

/// Where a series is drawn in each row.
struct SeriesPoints {
    /// The places along the x axis.
    let places: [Double]
    /// Where the values begin in their stack; empty for a series that stands on zero.
    ///
    /// Positive and negative values stack apart.
    var bases: [Double] = []
    /// Where the values end.
    let tops: [Double]
    let scales: SeriesScales

    /// How many rows there are.
    var count: Int { tops.count }

    /// The point of a row; `nil` where it has no value, or none that its axis shows.
    subscript(row: Int) -> Point? { scales.point(places[row], tops[row]) }

    /// Where a row's value begins.
    func base(of row: Int) -> Double { bases.isEmpty ? 0 : bases[row] }
}

/// Reads the rows of a window when they are first needed, and then keeps them.
private final class ReadOnce {
    private let chart: Chart
    private let whole: Chart
    private let window: () -> Window
    private(set) lazy var rows = DrawnRows(of: chart, in: window())
    private(set) lazy var rooms = BarRooms(of: whole)
    private(set) lazy var shapes = Dictionary(
        chart.series.lazy.filter(\.isVisible).map { ($0.id, self.chart.shape(of: $0)) },
        uniquingKeysWith: { one, _ in one })

    init(of chart: Chart, in whole: Chart, window: @escaping () -> Window) {
        (self.chart, self.whole, self.window) = (chart, whole, window)
    }
}

/// Chooses the rows of all parts when those of one are first needed, for they share the most rows of a window.
private final class WindowsReadOnce {
    private let chart: Chart
    private let overscan: Double
    private lazy var windows = chart.windows(beyond: overscan)

    init(of chart: Chart, beyond overscan: Double) {
        (self.chart, self.overscan) = (chart, overscan)
    }

    /// The window of the part of a source; `nil` where it has no visible series.
    func window(of source: SeriesSource) -> Window? { windows.first { $0.part.source == source }?.window }
}

/// The maps between the values of a series and points of the plot area.
struct SeriesScales {
    let xAxis: Axis
    let yAxis: Axis
    let x: AxisViewport
    let y: AxisViewport

    /// The point of a value; `nil` for one that the axes do not show.
    func point(_ place: Double, _ amount: Double) -> Point? {
        guard !amount.isNaN, !place.isNaN, xAxis.scale.contains(place), yAxis.scale.contains(amount) else { return nil }
        return point(along: x.apply(place), y.apply(amount))
    }

    /// The point at distances along the axes; after a rotation x runs along the height.
    func point(along alongX: Double, _ alongY: Double) -> Point {
        xAxis.isVertical ? Point(x: alongY, y: alongX) : Point(x: alongX, y: alongY)
    }

    /// The rectangle between two distances along each axis.
    func rectangle(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Rect {
        Rect(corner: point(along: x.lowerBound, y.lowerBound), corner: point(along: x.upperBound, y.upperBound))
    }

    /// Where the y axis draws a base; on a logarithmic axis, zero lies beyond its lower end.
    func along(base: Double) -> Double {
        y.along(base: base)
    }
}

extension SeriesScene {
    /// The dashes of the second, third and fourth round of colours.
    private static let rounds: [[Double]] = [[6, 4], [2, 4], [10, 4, 2, 4]]

    /// The lengths of a series' dashes and gaps: its own, or those that tell it from a series of the same colour.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - chart: Its chart.
    /// - Returns: `nil` for a line without gaps.
    static func dash(of series: Series, on chart: Chart) -> [Double]? {
        if let dash = series.dash { return dash.isEmpty ? nil : dash }
        let place = chart.series.firstIndex { $0.id == series.id } ?? 0
        let round = place / SceneColor.seriesCount
        guard series.color == nil, round > 0 else { return nil }
        return rounds[(round - 1) % rounds.count]
    }

    /// The sample beside a series' name.
    static func sample(of series: Series, on chart: Chart) -> SeriesSample {
        switch chart.kind(of: series) {
        case .line, .step:
            let dash = dash(of: series, on: chart)
            let line =
                dash != nil || series.width != nil ? SeriesSample.Line(width: series.width, dash: dash ?? []) : nil
            return SeriesSample(line: line, marker: Marker(of: series))
        case .area, .scatter: return SeriesSample(line: nil, marker: Marker(of: series))
        case .bar, .band, .candlestick: return SeriesSample()
        }
    }

    /// The lengths of a series' dashes and gaps; empty for a line without gaps.
    func dash(of series: Series) -> [Double] { Self.dash(of: series, on: whole) ?? [] }

    /// The colour of a series' line, with the pattern unless a client gave the line dashes.
    func lineInk(of series: Series) -> SeriesInk {
        var ink = ink(of: series)
        if series.dash != nil { ink.pattern = nil }
        return ink
    }
}

/// What stands beside the name of a series: a line, a marker, a line with a marker, or else a square.
struct SeriesSample {
    /// A line.
    struct Line {
        /// The width in points; `nil` is that of samples.
        let width: Double?
        /// The lengths of its dashes and gaps in points; empty for an unbroken line.
        let dash: [Double]
    }

    /// The line; `nil` for none.
    var line: Line?
    /// The marker; `nil` for none.
    var marker: Marker?

    /// Whether it is a square of the series' colour.
    var isSquare: Bool { line == nil && marker == nil }
}
