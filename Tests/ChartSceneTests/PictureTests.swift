import ChartEngine
import Gestures
import Testing

@testable import ChartScene

@Suite struct PictureTests {
    @Test func `the plot area has the size of the chart`() throws {
        let size = ChartPicture.plotSize(of: try SamplePicture().chart(), options: PictureOptions())
        #expect(size == ChartSize(width: 400, height: 200))
    }

    @Test func `a picture has the size that the caller asks for`() throws {
        let picture = ChartPicture(of: try SamplePicture().chart(), options: PictureOptions(width: 640, height: 320))
        #expect(picture.width == 640)
        #expect(picture.height == 320)
    }

    @Test func `the same chart gives the same bytes`() throws {
        #expect(try SamplePicture().svg() == SamplePicture().svg())
    }

    @Test func `a line goes through the points of its values`() throws {
        let svg = try SamplePicture().svg()
        #expect(svg.contains("d=\"M0 150L133.33 50L266.67 100L400 0\""))
    }

    @Test func `a step keeps each value until the next`() throws {
        var sample = SamplePicture()
        sample.change = { $0.kind = .step }
        #expect(try sample.svg().contains("d=\"M0 150L133.33 150L133.33 50L266.67 50L266.67 100L400 100L400 0\""))
    }

    @Test func `a line breaks where a value is missing, and a value between two missing ones is a dot`() throws {
        var sample = SamplePicture()
        sample.x = [0, 1, 2, 3, 4]
        sample.xRange = AxisRange(min: 0, max: 4)
        sample.columns = [("level", [1, 2, .nan, 3, .nan])]
        let svg = try sample.svg()
        #expect(svg.contains("d=\"M0 150L100 100\""))
        #expect(svg.contains("d=\"M300 50h0\""))
    }

    @Test(arguments: [
        (SeriesGaps.break, "M0 150L100 100M300 50L350 50"), (.connect, "M0 150L100 100L300 50L350 50L400 0"),
        (.longerThan(2), "M0 150L100 100L300 50L350 50L400 0"),
        (.longerThan(1.9), "M0 150L100 100M300 50L350 50L400 0"),
        (.longerThan(0.6), "M300 50L350 50L400 0"), (.longerThan(1), "M0 150L100 100M300 50L350 50L400 0"),
    ])
    func `a line breaks where its series says`(gaps: SeriesGaps, path: String) throws {
        var sample = SamplePicture()
        sample.x = [0, 1, 1.5, 3, 3.5, 3.7, 4]
        sample.xRange = AxisRange(min: 0, max: 4)
        sample.columns = [("level", [1, 2, .nan, 3, 3, .nan, 4])]
        sample.change = { $0.gaps = gaps }
        let svg = try sample.svg()
        #expect(svg.contains("d=\"\(path)\""), "\(svg)")
    }

    @Test func `an area that goes on has one shape, and a line comes from values beyond the window`() throws {
        var sample = SamplePicture()
        sample.x = [-3, -1, 0, 1, 2, 3]
        sample.columns = [("level", [4, .nan, .nan, 2, 2, .nan])]
        sample.change = {
            ($0.gaps, $0.kind) = (.connect, .area)
        }
        let svg = try sample.svg()
        #expect(svg.contains("d=\"M-400 0L133.33 100L266.67 100L266.67 200L133.33 200L-400 200Z\""), "\(svg)")
    }

    @Test func `stacked bars stand on one another`() throws {
        var sample = SamplePicture()
        sample.columns = [("one", [1, 1, 1, 1]), ("two", [2, 2, 2, 2])]
        sample.change = {
            $0.kind = .bar
            $0.stack = "all"
        }
        let svg = try sample.svg()
        #expect(svg.contains("M109.33 150H157.33V200H109.33Z"))
        #expect(svg.contains("M109.33 50H157.33V150H109.33Z"))
    }

    @Test func `bars without a stack stand side by side`() throws {
        var sample = SamplePicture()
        sample.columns = [("one", [1, 1, 1, 1]), ("two", [2, 2, 2, 2])]
        sample.change = { $0.kind = .bar }
        let svg = try sample.svg()
        #expect(svg.contains("M109.33 150H133.33V200H109.33Z"))
        #expect(svg.contains("M133.33 100H157.33V200H133.33Z"))
    }

    @Test func `an area reaches from the values to zero`() throws {
        var sample = SamplePicture()
        sample.change = { $0.kind = .area }
        let svg = try sample.svg()
        #expect(svg.contains("L400 0L400 200L266.67 200L133.33 200L0 200Z\" fill=\"#0072b2\" fill-opacity=\"0.25\""))
    }

    @Test func `a band of two series reaches from the smaller to the larger value`() throws {
        var sample = SamplePicture()
        sample.columns = [("low", [1, 1, 1, 1]), ("high", [3, 3, 3, 3])]
        sample.change = { $0.kind = .band }
        #expect(try sample.svg().contains("M0 50L133.33 50L266.67 50L400 50L400 150L266.67 150L133.33 150L0 150Z"))
    }

    @Test func `a band breaks where one of its edges has no value`() throws {
        var sample = SamplePicture()
        sample.columns = [("low", [1, .nan, 1, 1]), ("high", [3, 3, 3, 3])]
        sample.change = { $0.kind = .band }
        let svg = try sample.svg()
        #expect(svg.contains("d=\"M266.67 50L400 50L400 150L266.67 150Z\""))
        #expect(svg.contains("M0 150L0 50"))
    }

    @Test(arguments: [SeriesKind.band, .candlestick])
    func `series that are drawn as one have the colour of the first`(kind: SeriesKind) throws {
        var sample = SamplePicture()
        sample.columns = [
            ("open", [1, 2, 3, 2]), ("high", [3, 3, 4, 3]), ("low", [1, 1, 2, 1]), ("close", [2, 1, 4, 2]),
        ]
        sample.change = { $0.kind = kind }
        let svg = try sample.svg()
        let colors = (0..<4).map { PictureTheme.light.ink(of: .series($0)).color }
        #expect(svg.contains(colors[0]))
        for color in colors[1...] { #expect(!svg.contains(color)) }
    }

    @Test func `a series whose colour another one has is dashed`() throws {
        var sample = SamplePicture()
        sample.columns = (0...SceneColor.seriesCount).map { (name: "n\($0)", values: [1, 3, 2, 4]) }
        #expect(try sample.svg().contains("stroke-dasharray=\"6 4\""))
        sample.columns.removeLast()
        #expect(try !sample.svg().contains("stroke-dasharray"))
    }

    @Test func `the lines of the grid belong to the first axes`() throws {
        let one = try SamplePicture().chart()
        let range = AxisRange(min: 0, max: 1_000)
        let other = Axis(id: "other", dimension: .y, options: AxisOptions(), visibleRange: range)
        let two = Chart(
            id: one.id, size: one.size, xAxes: one.xAxes, yAxes: one.yAxes + [other], series: one.series,
            table: one.table)
        let grid = PictureTheme.light.ink(of: .gridMajor).color
        let lines = [one, two].map { chart in
            String(decoding: ChartPicture(of: chart).svg, as: UTF8.self).split(separator: "<")
                .filter { $0.contains("stroke=\"\(grid)\"") }
        }
        #expect(!lines[0].isEmpty)
        #expect(lines[0].count == lines[1].count)
    }

    @Test(arguments: [AxisAlignment.top, .left])
    func `the names of series and the title stay where an axis lies on their side`(side: AxisAlignment) throws {
        var sample = SamplePicture()
        sample.columns.append(("depth", [2, 2, 2, 2]))
        sample.xOptions.alignment = side
        sample.xOptions.look = AxisLook(title: "Day", unit: nil)
        let chart = try sample.chart()
        var texts = PictureTexts(of: chart)
        texts.title = "Water"
        let picture = ChartPicture(of: chart, texts: texts, options: PictureOptions(width: 600, height: 360))
        #expect(Set(picture.labels.map(\.text)).isSuperset(of: ["Water", "Level", "Depth", "Day"]))
    }

    @Test func `ticks have the labels of the language`() throws {
        let chart = try SamplePicture().chart()
        var texts = PictureTexts(of: chart)
        texts.tickLabels = { ticks, axis in ticks.labels.map { "\(axis.id)=\($0)" } }
        let labels = ChartPicture(of: chart, texts: texts).labels.map(\.text)
        #expect(labels.contains { $0.hasPrefix("x=") } && labels.contains { $0.hasPrefix("y=") })
    }

    @Test func `four columns of a day make one candlestick a row`() throws {
        var sample = SamplePicture()
        sample.columns = [
            ("open", [1, 2, 3, 2]), ("high", [3, 3, 4, 3]), ("low", [1, 1, 2, 1]), ("close", [2, 1, 4, 2]),
        ]
        sample.change = { $0.kind = .candlestick }
        let svg = try sample.svg()
        #expect(svg.contains("d=\"M0 150L0 50M133.33 150L133.33 50M266.67 100L266.67 0M400 150L400 50\""))
    }

    @Test func `a line to a row far outside is cut and keeps its slope`() {
        var path = ScenePath(.absolute)
        path.move(to: .init(x: 0, y: 0))
        path.line(to: .init(x: 1e9, y: 1e8))
        #expect(String(decoding: path.bytes, as: UTF8.self) == "M0 0L50000 5000")
    }

    @Test func `a picture refers to nothing outside, whatever colour a client gave`() throws {
        var sample = SamplePicture()
        sample.change = { $0.color = "url(https://example.org/#a)" }
        let svg = try sample.svg().replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!svg.contains("http"))
        #expect(!svg.contains("url("))
        #expect(svg.contains("stroke=\"#0072b2\""))
    }

    @Test(arguments: ["#2a9d3a", "teal", "rgb(10 20 30 / 50%)"])
    func `a plain colour is kept`(color: String) throws {
        var sample = SamplePicture()
        sample.change = { $0.color = color }
        #expect(try sample.svg().contains("stroke=\"\(color)\""))
    }

    @Test func `texts are escaped, and what XML does not allow is replaced`() {
        var writer = SVGWriter(.light)
        writer.escaped("<b>&\"\u{0}\u{8}a")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "&lt;b&gt;&amp;&quot;\u{FFFD}\u{FFFD}a")
    }

    @Test(arguments: [
        (0, "0"), (-0.001, "0"), (1.005, "1"), (2.5, "2.5"), (-3.07, "-3.07"), (1e300, "10000000"), (.nan, "0"),
    ])
    func `a number has at most two decimals and no exponent`(number: Double, text: String) {
        var bytes: [UInt8] = []
        bytes.appendNumber(number)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func `a dash is drawn in the lengths of the series`() throws {
        var sample = SamplePicture()
        sample.change = { $0.dash = [6, 2.5] }
        #expect(try sample.svg().contains("stroke-dasharray=\"6 2.5\""))
    }

    @Test func `a small picture draws the plot area alone`() throws {
        let picture = ChartPicture(of: try SamplePicture().chart(), options: PictureOptions(width: 40, height: 30))
        #expect(picture.labels.isEmpty)
    }

    @Test(arguments: [AxisAlignment.left, .right, .top, .bottom])
    func `an axis has its title and its unit on any side`(side: AxisAlignment) throws {
        var sample = SamplePicture()
        sample.yOptions.alignment = side
        sample.yOptions.look = AxisLook(title: "Height", unit: "m")
        #expect(ChartPicture(of: try sample.chart()).labels.map(\.text).contains("Height (m)"))
    }
}

/// What a client may say about the look of a series.
@Suite struct SeriesLookTests {
    private func shapes(_ kind: SeriesKind, _ change: @escaping @Sendable (inout Series) -> Void) throws -> [SceneShape]
    {
        var sample = SamplePicture()
        sample.change = {
            $0.kind = kind
            change(&$0)
        }
        let chart = try sample.chart()
        let scene = Scene(of: chart, texts: PictureTexts(of: chart), options: SceneOptions())
        return scene.layers.filter { $0.role == .series }.flatMap(\.items).compactMap { item in
            if case .shape(let shape) = item { shape } else { nil }
        }
    }

    @Test(arguments: [SeriesKind.line, .step, .area, .bar, .band, .candlestick])
    func `a width is that of the line or of the outline`(kind: SeriesKind) throws {
        let usual: [Double] = kind == .bar ? [] : kind == .band ? [1] : kind == .candlestick ? [5] : [1.75]
        #expect(try shapes(kind) { _ in }.compactMap { $0.stroke?.width } == usual)
        // A candlestick without its four columns is a point, which has a size and no outline.
        let widths = try shapes(kind) { $0.width = 7.5 }.compactMap { $0.stroke?.width }
        #expect(widths == (kind == .candlestick ? [5] : [7.5]))
    }

    @Test func `the outline of candlesticks has the width`() throws {
        var sample = SamplePicture()
        sample.columns = [
            ("open", [1, 2, 3, 2]), ("high", [3, 3, 4, 3]), ("low", [1, 1, 2, 1]), ("close", [2, 1, 4, 2]),
        ]
        sample.change = {
            $0.kind = .candlestick
            $0.width = 3
        }
        #expect(try sample.svg().contains("stroke-width=\"3\""))
    }

    @Test(arguments: [
        (SeriesMarker.circle, "M0 150h.01m"), (.square, "M-4 146h8v8h-8z"), (.diamond, "M0 146l4 4l-4 4l-4-4z"),
        (.triangle, "M0 146l4 8h-8z"), (.cross, "M-4 146l8 8"),
    ])
    func `a marker stands at each row`(marker: SeriesMarker, start: String) throws {
        for kind in [SeriesKind.line, .step, .area, .scatter] {
            let shape = try #require(
                try shapes(kind) {
                    $0.marker = marker
                    $0.markerSize = 8
                }.last)
            let text = String(decoding: shape.path.bytes, as: UTF8.self)
            #expect(text.hasPrefix(start), "\(text)")
            if marker == .circle { #expect(shape.stroke?.width == 8) }
        }
    }

    @Test func `markers that would touch are left out, but for points`() throws {
        func count(_ size: Double, _ kind: SeriesKind) throws -> Int {
            try shapes(kind) {
                $0.marker = .diamond
                $0.markerSize = size
            }.count
        }
        // Four rows on 400 points.
        #expect(try count(40, .line) == 2)
        #expect(try shapes(.scatter) { $0.marker = SeriesMarker.none }.isEmpty)
        var sample = SamplePicture()
        sample.size.width = 100
        sample.change = {
            $0.marker = .square
            $0.markerSize = 26
        }
        let chart = try sample.chart()
        let scene = Scene(of: chart, texts: PictureTexts(of: chart), options: SceneOptions())
        #expect(scene.layers.first { $0.role == .series }?.items.count == 1)
    }
}
