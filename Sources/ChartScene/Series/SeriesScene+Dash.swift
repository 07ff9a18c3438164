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

    /// The dashes of the sample beside a series' name; `nil` for a series that is no line, or one without gaps.
    static func sampleDash(of series: Series, on chart: Chart) -> [Double]? {
        switch chart.kind(of: series) {
        case .line, .step: dash(of: series, on: chart)
        case .area, .bar, .scatter, .band, .candlestick: nil
        }
    }

    /// The lengths of a series' dashes and gaps; empty for a line without gaps.
    func dash(of series: Series) -> [Double] { Self.dash(of: series, on: chart) ?? [] }

    /// The colour of a series' line, with the pattern unless a client gave the line dashes.
    func lineInk(of series: Series) -> SeriesInk {
        var ink = ink(of: series)
        if series.dash != nil { ink.pattern = nil }
        return ink
    }
}
