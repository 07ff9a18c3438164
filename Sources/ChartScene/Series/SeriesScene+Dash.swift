import ChartEngine
import Gestures

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
