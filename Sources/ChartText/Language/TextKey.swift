/// A text that every language has.
enum TextKey: String, Sendable, CaseIterable {
    case kindLine = "kind.line"
    case kindStep = "kind.step"
    case kindArea = "kind.area"
    case kindBar = "kind.bar"
    case kindScatter = "kind.scatter"
    case kindBand = "kind.band"
    case kindCandlestick = "kind.candlestick"
    case kindMixed = "kind.mixed"
    case title, titleEmpty = "title.empty"
    case chart, chartEmpty = "chart.empty", chartMany = "chart.many"
    case windowRows = "window.rows", windowEmpty = "window.empty"
    case range
    case axisX = "axis.x", axisXTitled = "axis.x.titled", axisY = "axis.y", axisYTitled = "axis.y.titled"
    case axisLogarithmic = "axis.logarithmic"
    case seriesNone = "series.none", seriesOne = "series.one", seriesCount = "series.count"
    case seriesMissing = "series.missing", seriesEnds = "series.ends", seriesExtremes = "series.extremes"
    case seriesMean = "series.mean"
    case changeUp = "change.up", changeDown = "change.down", changeNone = "change.none"
    case trendRising = "trend.rising", trendFalling = "trend.falling", trendFlat = "trend.flat"
    case trendMixed = "trend.mixed"
    case selectionNone = "selection.none", selectionRow = "selection.row", selectionRows = "selection.rows"
    case selectionSeries = "selection.series"
    case labelRow = "label.row", labelRows = "label.rows", labelValue = "label.value", labelTotal = "label.total"
    case separator = "label.separator"
    case noteLine = "note.line", noteHorizontal = "note.horizontalLine", noteVertical = "note.verticalLine"
    case noteBox = "note.box", noteXBand = "note.xBand", noteYBand = "note.yBand", noteText = "note.text"
    case noteMarker = "note.marker", noteMeasure = "note.measure", noteLevels = "note.levels", noteNamed = "note.named"
    case noteMeasured = "note.measured"
    case notePlace = "note.place", measureChange = "measure.change", measureRows = "measure.rows"
    case measureNothing = "measure.nothing"
    case sentences
    case unit, unitSign = "unit.sign"

    /// The names that its text has in braces, each at least once.
    var placeholders: [String] {
        switch self {
        case .kindLine, .kindStep, .kindArea, .kindBar, .kindScatter, .kindBand, .kindCandlestick, .kindMixed,
            .axisLogarithmic, .changeNone, .trendRising, .trendFalling, .trendFlat, .trendMixed, .selectionNone,
            .labelTotal, .separator, .sentences:
            []
        case .title: ["kind", "names"]
        case .titleEmpty, .chartEmpty: ["kind"]
        case .chart: ["kind", "count", "names"]
        case .chartMany: ["kind", "count"]
        case .windowRows: ["count", "range"]
        case .windowEmpty, .axisX, .axisY: ["range"]
        case .range: ["from", "to"]
        case .axisXTitled, .axisYTitled: ["title", "range"]
        case .seriesNone: ["name"]
        case .seriesOne: ["name", "value", "place"]
        case .seriesCount: ["name", "count"]
        case .seriesMissing: ["count"]
        case .seriesEnds: ["first", "firstPlace", "last", "lastPlace"]
        case .seriesExtremes: ["minimum", "minimumPlace", "maximum", "maximumPlace"]
        case .seriesMean: ["mean"]
        case .changeUp, .changeDown: ["change"]
        case .selectionRow: ["label"]
        case .selectionRows: ["count", "range"]
        case .selectionSeries: ["names"]
        case .labelRow: ["place", "values"]
        case .labelRows: ["count", "first", "last"]
        case .labelValue: ["name", "value"]
        case .unit, .unitSign: ["number", "unit"]
        case .noteLine, .noteBox, .noteMeasure, .noteLevels: ["from", "to"]
        case .noteHorizontal, .noteVertical, .noteText, .noteMarker: ["place"]
        case .noteXBand, .noteYBand: ["range"]
        case .noteNamed: ["name", "what"]
        case .noteMeasured: ["what"]
        case .notePlace: ["x", "y"]
        case .measureChange: ["dx", "dy", "percent"]
        case .measureRows: ["count", "minimum", "maximum", "mean"]
        case .measureNothing: ["count"]
        }
    }

    /// Whether its text depends on `count`, so that each plural category of the language has one.
    ///
    /// Texts for one thing may leave the number out: "one value" says it.
    var hasPlural: Bool { placeholders.contains("count") }
}
