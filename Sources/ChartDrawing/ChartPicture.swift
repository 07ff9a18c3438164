package import ChartEngine
import Gestures

/// A chart as a picture in SVG.
///
/// The picture shows what the demo page draws of the same chart. It has no script, refers to nothing outside, and names
/// no font but those of the system. The same chart, texts and options give the same bytes.
package struct ChartPicture: Sendable {
    /// The width in points.
    package let width: Double
    /// The height in points.
    package let height: Double
    /// The picture as UTF-8 text of an SVG document.
    package let svg: [UInt8]
    /// The texts that the picture draws, none over another.
    package let labels: [PlacedText]

    /// Draws a chart.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - texts: What the picture says; `nil` is in English.
    ///   - options: The theme and the size.
    /// - Complexity: O(rows of the window · visible series).
    package init(of chart: Chart, texts: PictureTexts? = nil, options: PictureOptions = PictureOptions()) {
        let texts = texts ?? PictureTexts(of: chart)
        let layout = PictureLayout(of: chart, texts: texts, width: options.width, height: options.height)
        var painter = PicturePainter(chart: chart, texts: texts, theme: options.theme, layout: layout)
        svg = painter.document()
        labels = painter.plan.texts
        width = layout.width
        height = layout.height
    }

    /// The size of the plot area in a picture.
    ///
    /// A caller that wants exact lines in a picture of its own size gives the surface this size before it draws.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - texts: What the picture says; `nil` is in English.
    ///   - options: The size of the picture.
    /// - Returns: The size in points.
    package static func plotSize(
        of chart: Chart, texts: PictureTexts? = nil, options: PictureOptions
    ) -> ChartSize {
        let layout = PictureLayout(
            of: chart, texts: texts ?? PictureTexts(of: chart), width: options.width, height: options.height)
        return ChartSize(width: layout.plot.width, height: layout.plot.height)
    }
}

/// How a picture is drawn.
package struct PictureOptions: Sendable, Hashable {
    /// The colours.
    package var theme: PictureTheme
    /// The width in points; `nil` is the width of the chart's plot area with what is around it.
    package var width: Double?
    /// The height in points; `nil` is the height of the chart's plot area with what is around it.
    package var height: Double?

    /// Creates options.
    package init(theme: PictureTheme = .light, width: Double? = nil, height: Double? = nil) {
        self.theme = theme
        self.width = width
        self.height = height
    }
}
