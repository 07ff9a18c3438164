import ChartEngine

@testable import ChartScene

/// Texts of no language: names and titles as the chart has them, labels as the engine writes them, numbers as Swift does.
extension PictureTexts {
    init(of chart: Chart) {
        self.init(
            of: chart, language: "en-US", direction: .leftToRight, tickLabels: { ticks, _ in ticks.labels },
            position: { place, _ in "\(place)" }, reading: { amount, _ in "\(amount)" },
            marker: { amount, _ in "\(amount)" })
    }
}

extension ChartPicture {
    /// Draws a chart with plain texts.
    init(of chart: Chart, texts: PictureTexts? = nil, options: PictureOptions = PictureOptions()) {
        self.init(
            of: chart, texts: texts ?? PictureTexts(of: chart),
            caption: PictureCaption(name: "Chart", description: "A chart."), options: options)
    }

    /// The size of the plot area in a picture with plain texts.
    static func plotSize(of chart: Chart, options: PictureOptions) -> ChartSize {
        plotSize(of: chart, texts: PictureTexts(of: chart), options: options)
    }
}
