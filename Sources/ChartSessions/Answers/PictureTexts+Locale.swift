import ChartEngine
import ChartScene
import ChartText

extension PictureTexts {
    /// Makes the texts of a chart in a locale.
    init(of chart: Chart, in locale: ChartLocale) {
        let texts = ChartTexts(in: locale)
        self.init(
            of: chart, language: locale.tag, direction: locale.language.isRightToLeft ? .rightToLeft : .leftToRight,
            tickLabels: { texts.labels(of: $0, axis: $1, in: chart) }, position: { texts.place($0, on: $1, in: chart) },
            reading: { texts.reading($0, on: $1) }, marker: { texts.marker($0, on: $1) },
            measurement: { texts.measurement($0, of: $1, in: chart) })
    }
}

extension PictureCaption {
    /// Makes the caption of a chart: its description for people who do not see it.
    init(of chart: Chart, in locale: ChartLocale) {
        let description = ChartDescription(of: chart, in: locale)
        self.init(name: description.title, description: description.summary)
    }
}
