import ChartEngine
import ChartSeries
import ChartTestSupport
import Gestures
import Testing

@testable import ChartDrawing

@Suite struct PictureLawTests {
    private static let words = [
        "Temperature", "Umsatz in Tausend Euro", "Chiffre d’affaires", "Ingresos", "Receita líquida", "気温の推移",
        "收入", "درجة الحرارة", "तापमान का औसत",
    ]

    @Test(arguments: 0..<400)
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
        let boxes = picture.labels.map(\.box)
        for (index, box) in boxes.enumerated() {
            #expect(box.x >= 0 && box.y >= 0, "\(picture.labels[index].text)")
            #expect(box.x + box.width <= picture.width && box.y + box.height <= picture.height)
            for other in boxes[(index + 1)...] where box.overlaps(other) {
                Issue.record("\(picture.labels[index].text) overlaps another label")
            }
        }
        #expect(ChartPicture(of: chart, texts: texts, options: options).svg == picture.svg)
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
