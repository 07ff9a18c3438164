import ChartEngine
import ChartSeries
import Gestures
import Testing

struct ChartFollowTests {
    private func sample(_ follow: FollowMode, _ min: Double = 60, _ max: Double = 100) -> SampleChart {
        var sample = SampleChart()
        sample.x.follow = follow
        sample.xRange = AxisRange(min: min, max: max)
        return sample
    }

    private static let longer = SampleTable.make(x: [0, 100, 130], ["level": [0, 100, 130]])

    @Test(arguments: [(FollowMode.none, 60.0, 100.0), (.shift, 90, 130), (.extend, 60, 130)])
    func `new rows move a window as its follow mode says`(follow: FollowMode, min: Double, max: Double) {
        var surface = sample(follow).surface()
        surface.setTable(Self.longer)
        expect(surface.chart.xAxes[0].visibleRange, min, max)
    }

    @Test(arguments: [FollowMode.none, .shift, .extend])
    func `an axis reports whether it follows`(follow: FollowMode) {
        #expect(sample(follow).make().xAxes[0].followState == (follow == .none ? nil : .following))
    }

    @Test func `a window moved off the last row pauses, and new rows do not move it`() throws {
        var driver = sample(.shift).driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100)")
        expect(driver.x, 56, 96)
        #expect(driver.chart.xAxes[0].followState == .paused)
        driver.surface.setTable(Self.longer)
        expect(driver.x, 56, 96)
    }

    @Test func `a window moved back to the last row follows again`() throws {
        var driver = sample(.shift).driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100) 1→(100,100) 1↑(100,100)")
        #expect(driver.chart.xAxes[0].followState == .following)
        driver.surface.setTable(Self.longer)
        expect(driver.x, 90, 130)
    }

    @Test func `the command moves to the last row and follows`() throws {
        var driver = sample(.shift, 10, 50).driver()
        #expect(driver.chart.xAxes[0].followState == .paused)
        try driver.surface.perform(.follow)
        expect(driver.x, 60, 100)
        #expect(driver.chart.xAxes[0].followState == .following)
        var extending = sample(.extend, 10, 50).driver()
        try extending.surface.perform(.follow)
        expect(extending.x, 10, 100)
    }

    @Test func `the command fails where no axis follows`() {
        var surface = sample(.none).surface()
        #expect(throws: Surface.CommandError.nothingFollows) { try surface.perform(.follow) }
    }

    @Test func `new rows never move a window that does not follow`() {
        var surface = sample(.none, 20, 60).surface()
        surface.setTable(Self.longer)
        expect(surface.chart.xAxes[0].visibleRange, 20, 60)
    }

    @Test func `a following window stays inside its hard limit`() {
        var sample = sample(.shift)
        sample.x.visibleRangeLimit = RangeLimit(min: 0, max: 110)
        sample.x.hasHardLimit = true
        var surface = sample.surface()
        surface.setTable(Self.longer)
        expect(surface.chart.xAxes[0].visibleRange, 70, 110)
    }
}
