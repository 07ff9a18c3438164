package import ChartEngine
import Gestures

/// How a scene is drawn.
package struct SceneOptions: Sendable, Hashable {
    /// The width of the picture in points; `nil` is that of the chart's plot area with what is around it.
    package var width: Double?
    /// The height of the picture in points; `nil` likewise.
    package var height: Double?
    /// What is left out, with its room.
    package var without: Set<SceneRole> = []
    /// How many pixels of the screen a point has.
    package var pixelRatio = 1.0
    /// The share of the plot area's length by which grid and series are drawn beyond it on each side.
    package var overscan = 0.0
    /// How paths say where they go.
    package var notation = ScenePath.Notation.relative

    /// Creates options.
    package init() {}
}

/// A chart as layers of shapes and texts, from back to front, for any client that can paint them.
///
/// Places are points of the plot area; colours are roles. The same chart, texts and options give the same scene.
package struct Scene: Sendable {
    /// The room around the plot area, in points.
    package struct Insets: Sendable, Hashable {
        /// Above the plot area.
        package let top: Double
        /// Left of it.
        package let left: Double
        /// Below it.
        package let bottom: Double
        /// Right of it.
        package let right: Double
    }

    /// The key of the layer with the names of the series.
    static let namesKey = "legend"

    /// The width of the plot area in points.
    package let width: Double
    /// The height of the plot area in points.
    package let height: Double
    /// The room that labels and strips need around the plot area.
    package let insets: Insets
    /// The language of the texts, as a BCP 47 tag.
    package let language: String
    /// The direction of the texts.
    package let direction: PictureTexts.Direction
    /// The layers, without those that are the same as in an earlier scene.
    package private(set) var layers: [SceneLayer] = []
    /// The keys of all layers.
    package private(set) var order: [String] = []
    /// The keys of the layers that an earlier scene has; empty for a scene by itself.
    package private(set) var kept: [String] = []

    /// The width of the whole picture.
    var pictureWidth: Double { insets.left + width + insets.right }
    /// The height of the whole picture.
    var pictureHeight: Double { insets.top + height + insets.bottom }
    /// The texts, none over another.
    package var texts: [PlacedText] { layers.flatMap(\.texts) }

    /// Draws a chart.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - texts: What it says.
    ///   - options: What is drawn, and how.
    ///   - earlier: What was drawn before with the same options; layers that are the same are left out. The rows are the
    ///     same where the tables are of one dataset and version.
    /// - Complexity: O(rows of the window · visible series), and less for what is left out.
    package init(
        of chart: Chart, texts: PictureTexts, options: SceneOptions,
        since earlier: (chart: Chart, texts: PictureTexts, hasSameRows: Bool)? = nil
    ) {
        var painter = ScenePainter(chart: chart, texts: texts, options: options)
        let layout = painter.layout
        width = layout.plot.width
        height = layout.plot.height
        insets = Insets(
            top: layout.plot.y, left: layout.plot.x, bottom: layout.height - layout.plot.y - layout.plot.height,
            right: layout.width - layout.plot.x - layout.plot.width)
        language = texts.language
        direction = texts.direction
        let parts = painter.parts()
        guard let earlier else {
            layers = parts.flatMap(painter.layers)
            order = layers.map(\.key)
            return
        }
        let sieve = SceneSieve(
            of: painter, after: ScenePainter(chart: earlier.chart, texts: earlier.texts, options: options),
            hasSameRows: earlier.hasSameRows)
        for (key, layer) in parts.flatMap(sieve.sift) {
            order.append(key)
            if let layer { layers.append(layer) } else { kept.append(key) }
        }
    }
}
