import ChartEngine
import ChartSeries
import Testing

@testable import ChartText

/// What a chart says in each language, in whole.
@Suite struct DescriptionTests {
    private static func description(_ tag: String, of chart: Chart) throws -> ChartDescription {
        ChartDescription(of: chart, in: try #require(ChartLocale.of(tag: tag)))
    }

    /// All texts of a description in their order.
    private static func texts(_ tag: String, of chart: Chart) throws -> [String] {
        let found = try description(tag, of: chart)
        return [found.title, found.text] + found.axes.map(\.text) + found.series.map(\.text) + [found.selection]
    }

    private static func chart() throws -> Chart {
        var options = AxisOptions()
        options.look = AxisLook(title: "Users")
        var chart = try LabelledChart.daily(y: options)
        chart.select(rows: [0, 1, 4], mode: .replace)
        chart.select(series: ["new"], mode: .replace)
        return chart
    }

    @Test(arguments: try GoldenTexts.all()) func `a language tells the whole chart`(golden: GoldenTexts) throws {
        #expect(try Self.texts(golden.tag, of: try Self.chart()) == golden.texts)
    }

    @Test func `every language has its golden texts`() throws {
        let languages = try GoldenTexts.all().map { ChartLocale.of(tag: $0.tag)?.language }
        #expect(languages == ChartLanguage.allCases)
    }

    @Test func `every number of a text is there as a number`() throws {
        let found = try Self.description("en-US", of: try Self.chart())
        #expect(found.locale == "en-US")
        #expect(found.window.from == LabelledChart.start)
        #expect(found.window.to == LabelledChart.start + 4 * LabelledChart.day)
        let active = found.series[0]
        #expect(active.count == 4 && active.missing == 1)
        #expect(active.first == .init(x: LabelledChart.start, y: 1_234.5))
        #expect(active.last == .init(x: LabelledChart.start + 4 * LabelledChart.day, y: 1_274.5))
        #expect(active.minimum == active.first && active.maximum == active.last)
        #expect(active.mean == 1_254.5 && active.change == 40 && active.trend == .rising)
        #expect(found.series[1].trend == .flat && found.series[1].change == 0)
    }

    @Test func `a window without rows, a single value and missing values have their own sentences`() throws {
        let day = LabelledChart.day
        let before = AxisRange(min: LabelledChart.start - 9 * day, max: LabelledChart.start - 5 * day)
        let empty = try Self.description("en-US", of: try LabelledChart.daily(range: before))
        #expect(empty.series[0].text == "Active has no values here." && empty.series[0].trend == nil)
        #expect(empty.series[0].first == nil && empty.series[0].mean == nil)
        #expect(empty.window.text == "It shows no rows: Oct 6 – 10, 2024.".replacing(" – ", with: "\u{2009}–\u{2009}"))
        let two = AxisRange(min: LabelledChart.start + day, max: LabelledChart.start + 2 * day)
        let single = try Self.description("en-US", of: try LabelledChart.daily(range: two))
        #expect(
            single.series[0].text
                == "Active has one value: 1,244.5 (Oct 16, 2024 at 12:00\u{202F}AM). One value is missing.")
        let none = try Self.description("en-US", of: try LabelledChart.daily(days: 0))
        #expect(none.series[0].count == 0 && none.window.text.hasPrefix("It shows no rows: "))
    }

    @Test func `hidden series are left out, and many names become a number`() throws {
        let table = try Table(
            xName: "x", xKind: .number, x: [0, 1], columns: (0..<12).map { (name: "c\($0)", values: [0, 1]) })
        func chart(visible: Int) -> Chart {
            Chart(
                id: "main", size: ChartSize(width: 100, height: 100),
                xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions())],
                yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())],
                series: (0..<12).map {
                    Series(id: "c\($0)", column: $0, xAxis: "x", yAxis: "y", name: "C\($0)", isVisible: $0 < visible)
                }, table: table)
        }
        let many = try Self.description("en-US", of: chart(visible: 12))
        #expect(many.title == "Line chart" && many.text.hasPrefix("Line chart with 12 series. "))
        let two = try Self.description("de", of: chart(visible: 2))
        #expect(two.title == "Liniendiagramm: C0 und C1" && two.series.map(\.id) == ["c0", "c1"])
        let none = try Self.description("es", of: chart(visible: 0))
        #expect(none.title == "Gráfico de líneas" || none.title == "Gráfico")
        #expect(none.text.contains("sin ninguna serie visible") && none.series.isEmpty)
    }

    @Test func `the author's title and description come first`() throws {
        var surface = Surface(chart: try LabelledChart.daily())
        surface.setCaption(ChartCaption(title: "Users", description: "Who came."))
        let found = try Self.description("fr", of: surface.chart)
        #expect(found.title == "Users" && found.text.hasPrefix("Who came. Graphique en courbes avec 2 séries"))
    }

    @Test func `a logarithmic axis and a category axis say what they are`() throws {
        let log = try Self.description(
            "en-US", of: try LabelledChart.daily(x: AxisOptions(type: .category), y: AxisOptions(type: .log)))
        #expect(log.axes[1].text.hasSuffix(" Its scale is logarithmic."))
        #expect(log.axes[0].text == "The x axis shows Oct 15\u{2009}–\u{2009}19, 2024.")
    }

    @Test func `a name in a text from right to left keeps its direction`() throws {
        let found = try Self.description("ar", of: try LabelledChart.daily())
        #expect(found.series[0].text.contains("\u{2068}Active\u{2069}"))
    }

    @Test(arguments: ChartLanguage.allCases) func `no text has a brace or two blanks`(language: ChartLanguage) throws {
        for text in try Self.texts(language.rawValue, of: try Self.chart()) {
            #expect(!text.contains("{") && !text.contains("}") && !text.contains("  "), "\(text)")
        }
    }
}
