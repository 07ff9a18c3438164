import ChartDrawing
import ChartEngine
import ChartText

extension PictureTexts {
    /// Makes the texts of a chart in a locale; its name and description are those for people who do not see it.
    init(of chart: Chart, in locale: ChartLocale) {
        self.init(of: chart)
        let description = ChartDescription(of: chart, in: locale)
        language = locale.tag
        direction = locale.language.isRightToLeft ? .rightToLeft : .leftToRight
        name = description.title
        self.description = description.summary
        guard let texts = ChartTexts(of: chart, in: locale) else { return }
        selection = texts.selectionLabel(of: chart)
        tickLabels = { texts.labels(of: $0, axis: $1, in: chart) }
        position = { texts.place($0, on: $1, in: chart) }
        reading = { texts.reading($0, on: $1) }
        marker = { texts.marker($0, on: $1) }
    }
}
