package import ChartEngine
import ChartScene
package import ChartText
package import ChartWire

/// A picture of a chart, as the query of a request asks for it.
package struct PictureRequest: Sendable {
    /// The query parameters that describe a picture.
    package static let query = ["theme", "width", "height", "locale"]
    /// The widths and heights of pictures, in points.
    package static let sides = 40...4_000

    /// The most points of a picture: one for each row and series in view.
    private static let mostPoints = 1_000_000

    private let options: PictureOptions
    private let locale: ChartLocale?

    /// Reads a query, which declares the parameters of ``query``.
    ///
    /// - Parameter query: The query.
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters) throws(Problem) {
        options = PictureOptions(
            theme: try query.choice("theme", of: PictureTheme.self) ?? .light,
            width: try query.integer("width", in: Self.sides).map(Double.init),
            height: try query.integer("height", in: Self.sides).map(Double.init))
        locale = try query.locale()
    }

    private static func tooLong(_ reason: String) -> Problem {
        Problem(.answerTooLong, reason + " Ask for fewer series or a lower `maxRows`.")
    }

    /// Draws a surface in the size of the picture, so that its lines are exact there.
    ///
    /// - Parameters:
    ///   - surface: The surface, of which the picture shows a resized copy.
    ///   - locale: The locale of a query that names none.
    ///   - answerBytes: The most bytes that the picture may have.
    /// - Returns: An SVG document.
    /// - Throws: `limits.answer`, `CancellationError` in a task that was cancelled.
    package func svg(of surface: Surface, in locale: ChartLocale, answerBytes: Int) throws -> [UInt8] {
        let series = surface.chart.series.count { $0.isVisible }
        let visible = surface.chart.parts.reduce(0) { $0 + $1.chart.visibleRows.count }
        let rows = min(visible, surface.chart.windowOptions.maximumRows)
        guard rows * series <= Self.mostPoints else {
            throw Self.tooLong("The picture would have more than \(Self.mostPoints) points.")
        }
        var drawn = surface
        let locale = self.locale ?? locale
        let texts = PictureTexts(of: surface.chart, in: locale)
        let size = ChartPicture.plotSize(of: surface.chart, texts: texts, options: options)
        if size != surface.size { drawn.resize(size) }
        // Texts and caption depend on the rows and the ranges of x, and not on the size.
        let caption = PictureCaption(of: surface.chart, in: locale)
        let picture = ChartPicture(of: drawn.chart, texts: texts, caption: caption, options: options).svg
        try Task.checkCancellation()
        guard picture.count <= answerBytes else {
            throw Self.tooLong("The picture would have more bytes than `limits.answerBytes`.")
        }
        return picture
    }
}

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
