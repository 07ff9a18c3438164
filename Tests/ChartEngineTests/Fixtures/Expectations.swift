import ChartEngine
import ChartSeries
import Gestures
import Testing

/// Expects a range whose ends differ from the wanted ones by at most 1e-12 of its span, plus the ends' own rounding.
func expect(
    _ range: AxisRange, _ min: Double, _ max: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
    let tolerance = 1e-12 * (max - min) + 4 * Swift.max(abs(min), abs(max)).ulp
    #expect(
        abs(range.min - min) <= tolerance && abs(range.max - max) <= tolerance,
        "\(range.min)…\(range.max) is not \(min)…\(max)", sourceLocation: sourceLocation)
}

/// Expects all that can be observed of two surfaces to be the same, bit for bit.
func expectSame(_ one: Surface, _ other: Surface, sourceLocation: SourceLocation = #_sourceLocation) {
    for (left, right) in zip(one.chart.xAxes + one.chart.yAxes, other.chart.xAxes + other.chart.yAxes) {
        #expect(left.visibleRange == right.visibleRange, sourceLocation: sourceLocation)
        #expect(left.initialRange == right.initialRange, sourceLocation: sourceLocation)
        #expect(left.dataRange == right.dataRange, sourceLocation: sourceLocation)
        #expect(left.options == right.options, sourceLocation: sourceLocation)
        #expect(left.followState == right.followState, sourceLocation: sourceLocation)
    }
    #expect(one.chart.selection == other.chart.selection, sourceLocation: sourceLocation)
    #expect(one.chart.overlays == other.chart.overlays, sourceLocation: sourceLocation)
    #expect(one.gestures == other.gestures, sourceLocation: sourceLocation)
    #expect(one.hasTouches == other.hasTouches, sourceLocation: sourceLocation)
    #expect(one.modifiers.map(\.id) == other.modifiers.map(\.id), sourceLocation: sourceLocation)
    #expect(one.chart.table.version == other.chart.table.version, sourceLocation: sourceLocation)
}
