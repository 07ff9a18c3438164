import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

@testable import ChartScene

@Suite struct PictureLawTests {
    private static let words = [
        "Temperature", "Umsatz in Tausend Euro", "Chiffre d’affaires", "Ingresos", "Receita líquida", "気温の推移",
        "收入", "درجة الحرارة", "तापमान का औसत",
    ]

    @Test(arguments: seeds(400))
    func `labels stay in the picture and never overlap`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let chart = try Self.chart(&cases)
        var texts = PictureTexts(of: chart)
        texts.direction = cases.isTrue() ? .leftToRight : .rightToLeft
        texts.title = cases.isTrue(oneIn: 4) ? nil : Self.text(&cases)
        var tickLabels: [String: [String]] = [:]
        for axis in chart.xAxes + chart.yAxes {
            if cases.isTrue() { texts.axisTitles[axis.id] = Self.text(&cases) }
            if cases.isTrue() {
                tickLabels[axis.id] = chart.ticks(of: axis).major.map { _ in Self.text(&cases) }
            }
        }
        texts.tickLabels = { [tickLabels] ticks, axis in tickLabels[axis.id] ?? ticks.labels }
        for one in chart.series where cases.isTrue() { texts.seriesNames[one.id] = Self.text(&cases) }
        let options = PictureOptions(
            theme: cases.isTrue() ? .light : .dark, width: Double(cases.integer(in: 40...2_000)),
            height: Double(cases.integer(in: 30...1_200)))
        let picture = ChartPicture(of: chart, texts: texts, options: options)
        Self.expectApart(picture)
        #expect(ChartPicture(of: chart, texts: texts, options: options).svg == picture.svg)
    }

    /// The modifiers whose overlays have texts, or take room beside the plot area.
    private static let overlaid = [
        "cursor", "tooltip", "rollover", "verticalSlice", "legend", "seriesValue", "axisMarker", "marquee",
        "rubberBandZoom", "windowScrubber",
    ]

    @Test(arguments: seeds(400))
    func `labels stay in the picture and never overlap with overlays`(seed: Int) throws {
        let chart = try Self.overlaidChart(seed)
        var cases = SeededCases(seed: UInt64(seed))
        let size = cases.isTrue() ? (1.0, 1.0) : (cases.number(in: 0.2...2), cases.number(in: 0.2...2))
        let options = PictureOptions(
            theme: .light, width: (chart.size.width * size.0).rounded(.up),
            height: (chart.size.height * size.1).rounded(.up))
        Self.expectApart(ChartPicture(of: chart, texts: PictureTexts(of: chart), options: options))
    }

    @Test func `the law of overlays speaks of all their kinds`() throws {
        let kinds = Set(try (0..<400).flatMap { try Self.overlaidChart($0).overlays.map(\.kind) })
        let told: Set = [
            "crosshair", "tooltip", "rollover", "verticalSlice", "legend", "seriesValue", "axisMarker", "marquee",
            "rubberBand", "scrubber", "scrubberThumb",
        ]
        #expect(told.isSubset(of: kinds), "\(told.subtracting(kinds))")
    }

    /// A random chart after random touches, with a pointer over it.
    private static func overlaidChart(_ seed: Int) throws -> Chart {
        var cases = SeededCases(seed: UInt64(seed) &+ 500_000)
        let random = RandomSurface(&cases, modifiers: overlaid)
        var touches = RandomTouches(seed: UInt64(seed) &+ 600_000, size: random.size)
        var events = touches.events(cases.integer(in: 1...12))
        let pointer = Point(x: cases.number(in: 0...random.size.width), y: cases.number(in: 0...random.size.height))
        events.append(.hover(HoverEvent(phase: .moved, time: events[events.count - 1].time, location: pointer)))
        var surface = random.surface
        _ = try surface.apply(events)
        return surface.chart
    }

    private static func expectApart(_ picture: ChartPicture) {
        let boxes = picture.labels.map(\.box)
        for (index, box) in boxes.enumerated() {
            let label = picture.labels[index].text
            #expect(box.x >= 0 && box.y >= 0, "\(label)")
            #expect(box.x + box.width <= picture.width && box.y + box.height <= picture.height, "\(label)")
            for other in boxes[(index + 1)...] where box.overlaps(other) {
                Issue.record("\(label) overlaps another label")
            }
        }
    }

    @Test func `a large picture has labels, so that the law speaks of some`() throws {
        let labels = ChartPicture(of: try SamplePicture().chart(), options: PictureOptions(width: 800, height: 400))
            .labels
        #expect(labels.count > 8)
    }

    private static func text(_ cases: inout SeededCases) -> String {
        (0..<cases.integer(in: 1...4)).map { _ in cases.element(of: words) }.joined(separator: " ")
    }

    private static func chart(_ cases: inout SeededCases) throws -> Chart {
        let rows = cases.integer(in: 0...200)
        let names = ["one", "two", "three", "four"].prefix(cases.integer(in: 1...4))
        let isDate = cases.isTrue()
        let table = try Table(
            xName: "x", xKind: isDate ? .date : .number, x: (0..<rows).map { Double($0) * (isDate ? 86_400_000 : 1) },
            columns: names.map { name in
                let largest: Double = cases.element(of: [1, 100, 1e7])
                let values = (0..<rows).map { _ -> Double in
                    cases.isTrue(oneIn: 9) ? .nan : cases.number(in: -largest...largest)
                }
                return (name: name, values: values)
            })
        let xAxes = (0..<cases.integer(in: 1...3)).map { index in
            var options = AxisOptions(type: isDate ? .date : cases.element(of: [.number, .category]))
            options.alignment = cases.element(of: AxisAlignment.allCases)
            options.isFlipped = cases.isTrue()
            return Axis(id: "x\(index)", dimension: .x, options: options)
        }
        let yAxes = (0..<cases.integer(in: 1...4)).map { index in
            var options = AxisOptions(type: cases.element(of: [.number, .log]))
            options.alignment = cases.element(of: AxisAlignment.allCases)
            options.isFlipped = cases.isTrue()
            return Axis(id: "y\(index)", dimension: .y, options: options)
        }
        let series = names.indices.map { column in
            Series(
                id: names[column], column: column, xAxis: cases.element(of: xAxes.map(\.id)),
                yAxis: cases.element(of: yAxes.map(\.id)), name: names[column],
                kind: cases.element(of: SeriesKind.allCases), stack: cases.isTrue(oneIn: 3) ? "all" : nil)
        }
        return Chart(
            id: "main", size: ChartSize(width: cases.number(in: 20...1_500), height: cases.number(in: 20...900)),
            xAxes: xAxes, yAxes: yAxes, series: series, table: table)
    }
}
