import ChartEngine
import ChartSeries
import CoreTestSupport

extension SampleChart {
    /// A chart of any kind of axes: flipped, vertical, of dates, zoomed in, without limits unless asked for.
    static func random(_ cases: inout SeededCases) -> SampleChart {
        var sample = SampleChart()
        sample.size = ChartSize(width: cases.number(in: 50...2_000), height: cases.number(in: 50...2_000))
        if cases.isTrue() {
            sample.x.type = .date
            sample.table = ActiveUsers.table
        }
        sample.x.isFlipped = cases.isTrue()
        sample.y.isFlipped = cases.isTrue()
        sample.x.alignment = cases.element(of: AxisAlignment.allCases)
        sample.y.alignment = cases.element(of: AxisAlignment.allCases)
        let extents = sample.make()
        sample.xRange = part(of: extents.xAxes[0].visibleRange, &cases)
        sample.yRange = part(of: extents.yAxes[0].visibleRange, &cases)
        return sample
    }

    /// A random range inside another one, not smaller than a thousandth.
    static func part(of range: AxisRange, _ cases: inout SeededCases) -> AxisRange? {
        let span = range.span * cases.number(in: 0.001...1)
        let low = cases.number(in: range.min...(range.max - span))
        return AxisRange(min: low, max: low + span)
    }
}
