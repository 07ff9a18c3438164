package import ChartEngine
import Gestures

/// A chart as a picture in SVG.
///
/// The picture is the scene of the chart, written as SVG. It has no script, refers to nothing outside, and names no font
/// but those of the system. The same chart, texts and options give the same bytes.
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
    ///   - texts: What the picture says.
    ///   - caption: What people hear who do not see the picture.
    ///   - options: The theme and the size.
    /// - Complexity: O(rows of the window · visible series).
    package init(
        of chart: Chart, texts: PictureTexts, caption: PictureCaption,
        options: PictureOptions = PictureOptions()
    ) {
        let scene = Scene(of: chart, texts: texts, options: options.scene)
        var writer = SVGWriter(options.theme)
        writer.write(scene, captioned: caption)
        svg = writer.bytes
        labels = scene.texts
        width = scene.pictureWidth
        height = scene.pictureHeight
    }

    /// The size of the plot area in a picture.
    ///
    /// A caller that wants exact lines in a picture of its own size gives the surface this size before it draws.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - texts: What the picture says.
    ///   - options: The size of the picture.
    /// - Returns: The size in points.
    package static func plotSize(
        of chart: Chart, texts: PictureTexts, options: PictureOptions
    ) -> ChartSize {
        let layout = PictureLayout(of: chart, texts: texts, options: options.scene)
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

    fileprivate var scene: SceneOptions {
        var scene = SceneOptions()
        (scene.width, scene.height, scene.notation) = (width, height, .absolute)
        return scene
    }
}
