import ChartEngine
import Gestures

/// What all series of a picture share: the chart, its rows and its colours.
struct SeriesScene {
    let chart: Chart
    let rows: DrawnRows
    let palette: PictureTheme.Palette
    /// The width of the plot area.
    let width: Double
    /// The height of the plot area.
    let height: Double

    /// The opacity of a series while others are selected.
    static let fadedOpacity = 0.3

    /// The shape of each visible series, by its id.
    private let shapes: [String: DrawnShape]

    init(chart: Chart, palette: PictureTheme.Palette, width: Double, height: Double) {
        self.chart = chart
        self.palette = palette
        self.width = width
        self.height = height
        rows = DrawnRows(of: chart)
        shapes = Dictionary(
            chart.series.lazy.filter(\.isVisible).map { ($0.id, chart.shape(of: $0)) },
            uniquingKeysWith: { one, _ in one })
    }

    /// The visible series that are drawn as one shape with a series: its band, its candlesticks, or itself alone.
    func group(of series: Series) -> [Series] { shape(of: series).members }

    /// The shape as which a series is drawn.
    func shape(of series: Series) -> DrawnShape { shapes[series.id] ?? chart.shape(of: series) }

    /// The colour of a series: its own if it is a plain CSS colour, else that of its place.
    ///
    /// Series that are drawn as one shape have the colour of the first of them.
    func color(of series: Series) -> String {
        let series = group(of: series).first ?? series
        if let color = series.color, CSSColor.isPlain(color) { return color }
        let place = chart.series.firstIndex { $0.id == series.id } ?? 0
        return palette.series[place % palette.series.count]
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

    /// The visible series below a series in its stack, lowest first.
    func below(_ series: Series) -> [Series] {
        chart.seriesBelow(series)
    }

    /// Where the values of a series begin and end in its stack: positive and negative ones apart, from zero.
    func stacked(_ series: Series) -> (bases: [Double], tops: [Double]) {
        let values = rows.values(of: series)
        var bases = [Double](repeating: 0, count: values.count)
        for other in below(series) {
            for (row, value) in rows.values(of: other).enumerated() where row < bases.count {
                if !value.isNaN, !values[row].isNaN, (value < 0) == (values[row] < 0) { bases[row] += value }
            }
        }
        return (bases, values.indices.map { bases[$0] + values[$0] })
    }

    /// The points of a series by row; `nil` where it has no value, or none that its axis shows.
    func points(of series: Series, at values: [Double], _ scales: SeriesScales) -> [Point?] {
        let places = rows.places(on: scales.xAxis)
        return values.indices.map { scales.point(places[$0], values[$0]) }
    }
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

/// The plain colours of CSS, which can neither refer to anything nor end an attribute.
enum CSSColor {
    /// Whether a text is a name, a hexadecimal colour or a function of numbers such as `rgb(0 0 0 / 50%)`.
    static func isPlain(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= 64 else { return false }
        if first == UInt8(ascii: "#") {
            return bytes.dropFirst().allSatisfy(isHexadecimal) && [4, 5, 7, 9].contains(bytes.count)
        }
        if bytes.allSatisfy(isLetter) { return true }
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")") else { return false }
        let name = String(decoding: bytes[..<open], as: UTF8.self).lowercased()
        return ["rgb", "rgba", "hsl", "hsla"].contains(name)
            && bytes[(open + 1)..<(bytes.count - 1)].allSatisfy { isLetter($0) || isNumeric($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || " ,./%+-".utf8.contains(byte)
    }
}
