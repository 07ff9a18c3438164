import ChartEngine
import ChartSeries
import CoreTestSupport
import Testing

@testable import ChartText

/// The labels of ticks and selections in languages.
@Suite struct LabelTests {
    @Test(arguments: [
        ("de", ["0", "1.000.000", "2.000.000"]), ("fr", ["0", "1\u{202F}000\u{202F}000", "2\u{202F}000\u{202F}000"]),
        ("de-CH", ["0", "1’000’000", "2’000’000"]), ("hi", ["0", "10,00,000", "20,00,000"]),
        ("ar-EG", ["٠", "١٬٠٠٠٬٠٠٠", "٢٬٠٠٠٬٠٠٠"]), ("en-US", ["0", "1,000,000", "2,000,000"]),
    ])
    func `a number has the separators and the digits of the locale`(tag: String, labels: [String]) throws {
        #expect(try LabelledChart.labels(to: 2e6, in: tag) == labels)
    }

    @Test func `a number has the decimals of the step`() throws {
        #expect(try LabelledChart.labels(to: 1, in: "de") == ["0,0", "0,5", "1,0"])
        #expect(try LabelledChart.labels(to: 2e16, in: "de") == ["0", "1E16", "2E16"])
        #expect(try LabelledChart.labels(to: 2e-7, in: "pt") == ["0", "1E-7", "2E-7"])
    }

    @Test(arguments: [
        (2_000, ["0", "1000", "2000"]), (20_000, ["0", "10,000", "20,000"]), (1, ["0.0", "0.5", "1.0"]),
    ])
    func `in American English what has five digits has separators`(maximum: Double, labels: [String]) throws {
        #expect(try LabelledChart.labels(to: maximum, in: "en-US") == labels)
    }

    @Test(arguments: [
        (1_234_567, "1,234,567", "1,234,567"), (-1_234, "-1,234", "-1,234"), (0.123_456_78, "0.123457", "0.1235"),
        (1_234.567_89, "1,234.57", "1,235"), (0.000_123_456_78, "0.000123457", "0.0001235"), (9.999_999_9, "10", "10"),
        (999.96, "999.96", "1,000"), (0, "0", "0"), (1e-9, "1E-9", "1E-9"), (.nan, "–", "–"),
    ])
    func `a marker has six digits and a reading four, or those before the point`(
        number: Double, marker: String, reading: String
    ) throws {
        let axis = try LabelledChart.daily().yAxes[0]
        let texts = ChartTexts(in: .standard)
        #expect(texts.marker(number, on: axis) == marker)
        #expect(texts.reading(number, on: axis) == reading)
    }

    @Test func `a format says how a number is written`() throws {
        func labels(_ notation: NumberFormat.Notation, _ decimals: Int? = nil, to maximum: Double, _ tag: String) throws
            -> [String]
        {
            try LabelledChart.labels(
                to: maximum, in: tag, format: NumberFormat(notation: notation, decimals: decimals))
        }
        #expect(try labels(.compact, to: 4e6, "en-US") == ["0", "2M", "4M"])
        #expect(try labels(.compact, to: 1e6, "en-US") == ["0", "500K", "1M"])
        #expect(try labels(.compact, to: 4e5, "ja") == ["0", "20万", "40万"])
        #expect(try labels(.compact, 1, to: 2e6, "de") == ["0,0", "1,0\u{A0}Mio.", "2,0\u{A0}Mio."])
        #expect(try labels(.percent, to: 1, "de") == ["0\u{A0}%", "50\u{A0}%", "100\u{A0}%"])
        #expect(try labels(.percent, to: 0.02, "en-US") == ["0%", "1%", "2%"])
        #expect(try labels(.percent, to: 0.002, "en-US") == ["0.0%", "0.1%", "0.2%"])
        #expect(try labels(.scientific, to: 2_000, "fr") == ["0E0", "1E3", "2E3"])
        #expect(try labels(.plain, 2, to: 2, "es") == ["0,00", "1,00", "2,00"])
    }

    @Test func `a unit follows its number`() throws {
        #expect(try LabelledChart.labels(to: 2, in: "en-US", unit: "°C") == ["0\u{A0}°C", "1\u{A0}°C", "2\u{A0}°C"])
        #expect(try LabelledChart.labels(to: 2, in: "en-US", unit: "%") == ["0%", "1%", "2%"])
        #expect(try LabelledChart.labels(to: 2, in: "de", unit: "%") == ["0\u{A0}%", "1\u{A0}%", "2\u{A0}%"])
    }

    @Test func `a date names the largest unit that begins, in the words and the order of the locale`() throws {
        let (start, day) = (LabelledChart.start, LabelledChart.day)
        #expect(
            try LabelledChart.dates(from: start, to: start + 2 * day, in: "de") == ["15. Okt.", "16. Okt.", "17. Okt."])
        #expect(try LabelledChart.dates(from: start, to: start + 2 * day, in: "ja") == ["10月15日", "10月16日", "10月17日"])
        #expect(try LabelledChart.dates(from: start, to: start + day / 2, in: "en-GB") == ["15 Oct", "06:00", "12:00"])
        #expect(
            try LabelledChart.dates(from: start, to: start + 100 * day, in: "es", ticks: 4) == ["nov", "dic", "2025"])
        #expect(try LabelledChart.dates(from: start + 250, to: start + 750, in: "fr") == [",400", ",600"])
        #expect(try LabelledChart.dates(from: start + 15_000, to: start + 60_000, in: "de") == ["00:00:30", "00:01"])
    }

    @Test func `years before the calendar reform and before year 1 are those of the engine`() throws {
        let calendar = CivilCalendar.utc
        func text(_ year: Int, _ tag: String) throws -> String {
            let locale = try #require(ChartLocale.of(tag: tag))
            let moment = CivilMoment(calendar.instant(CivilDate(year: year, month: 3, day: 1)), calendar: calendar)
            return locale.formats.text(moment, \.dayOfYear)
        }
        #expect(try text(1200, "de") == "1. März 1200")
        #expect(try text(1582, "en-US") == "Mar 1, 1582")
        #expect(try text(1583, "en-US") == "Mar 1, 1583")
        #expect(try text(-43, "en-US") == "Mar 1, -43")
        #expect(try text(12_024, "ja") == "12024年3月1日")
    }

    @Test func `a category axis names the days of rows with what tells them apart`() throws {
        let chart = try LabelledChart.daily(x: AxisOptions(type: .category))
        let ticks = chart.ticks(of: chart.xAxes[0])
        let german = try #require(ChartLocale.of(tag: "de"))
        #expect(
            ChartTexts(in: german).labels(of: ticks, axis: chart.xAxes[0], in: chart)
                == ["15. Okt.", "16. Okt.", "17. Okt.", "18. Okt.", "19. Okt."])
        #expect(ticks.labels == ["Oct 15", "Oct 16", "Oct 17", "Oct 18", "Oct 19"])
    }

    @Test func `the axis of day values names days`() throws {
        var options = AxisOptions(type: .date)
        options.tickRule = .dateValues
        let chart = try LabelledChart.daily(x: options)
        let locale = try #require(ChartLocale.of(tag: "zh"))
        let labels = ChartTexts(in: locale).labels(
            of: chart.ticks(of: chart.xAxes[0]), axis: chart.xAxes[0], in: chart)
        #expect(labels.first == "10月15日" && labels.last == "10月19日")
    }

    @Test(
        arguments: [
            ("en-US", nil, nil), ("en", nil, nil),
            ("en-US", "km", "10/15/24: Active: 1,234.5\u{A0}km, New: 7, Total: 1,241.5"),
            ("de", nil, "15.10.2024: Active: 1.234,5, New: 7, Summe: 1.241,5"),
            (
                "fr", "km",
                "15/10/2024\u{A0}: Active\u{A0}: 1\u{202F}234,5\u{A0}km, New\u{A0}: 7, Total\u{A0}: 1\u{202F}241,5"
            ),
            ("ja", nil, "2024/10/15：Active：1,234.5、New：7、合計：1,241.5"),
        ] as [(String, String?, String?)])
    func `a selected row is told in the locale`(tag: String, unit: String?, label: String?) throws {
        let chart = try Self.selecting([0], unit: unit)
        let locale = try #require(ChartLocale.of(tag: tag))
        #expect(ChartTexts(of: chart, in: locale)?.selectionLabel(of: chart) == label)
        #expect(chart.selection.label == "10/15/24: Active: 1234.5, New: 7, Total: 1241.5")
    }

    @Test func `several selected rows are told with their number and their ends`() throws {
        let chart = try Self.selecting([0, 1, 4])
        func label(_ tag: String) throws -> String? {
            ChartTexts(in: try #require(ChartLocale.of(tag: tag))).selectionLabel(of: chart)
        }
        #expect(try label("de") == "3 Zeilen: 15.10.2024 – 19.10.2024")
        #expect(try label("ar") == "3 صفوف: 15‏/10‏/2024 – 19‏/10‏/2024")
        #expect(try label("en-US") == "3 rows: 10/15/24 – 10/19/24")
    }

    private static func selecting(_ rows: [Int], unit: String? = nil) throws -> Chart {
        var chart = try LabelledChart.daily(unit: unit)
        chart.select(rows: rows, mode: .replace)
        return chart
    }

    @Test func `the engine's labels are used in American English unless a number has a unit or a format`() throws {
        #expect(ChartTexts(of: try LabelledChart.daily(), in: .standard) == nil)
        #expect(ChartTexts(of: try LabelledChart.daily(unit: "km"), in: .standard) != nil)
        var options = AxisOptions()
        options.look = AxisLook(title: "Height")
        #expect(ChartTexts(of: try LabelledChart.daily(y: options), in: .standard) == nil)
        options.look = AxisLook(format: NumberFormat())
        #expect(ChartTexts(of: try LabelledChart.daily(y: options), in: .standard) != nil)
        let british = try #require(ChartLocale.of(tag: "en-GB"))
        #expect(ChartTexts(of: try LabelledChart.daily(), in: british) != nil)
    }

    /// The formats of ICU say what the engine says: a number differs in its separators alone, a date not at all.
    @Test(arguments: 0..<400 as Range<UInt64>) func `random axes have the labels of the engine in American English`(
        seed: UInt64
    ) {
        var cases = SeededCases(seed: seed)
        let random = RandomSurface(&cases)
        let chart = random.chart
        #expect(ChartTexts(of: chart, in: .standard) == nil)
        for axis in chart.xAxes + chart.yAxes {
            let ticks = chart.ticks(of: axis)
            let labels = ChartTexts(in: .standard).labels(of: ticks, axis: axis, in: chart)
            #expect(labels.map(Self.withoutSeparators) == ticks.labels.map(Self.withoutSeparators), "\(axis.id)")
        }
    }

    private static func withoutSeparators(_ label: String) -> String {
        // ", " stands before a year; a separator of thousands has no blank behind it.
        let plain = label.replacing(", ", with: "; ").replacing(",", with: "")
        return plain.replacing("e+", with: "E").replacing("e-", with: "E-").replacing("E0", with: "")
    }
}
