import ChartEngine
import Gestures

/// The name of a series beside a sample of its colour, above the plot area.
struct NameTag {
    let series: String
    let name: String
    /// The left end.
    private(set) var x: Double
    /// The middle, in points of the picture.
    var y = 0.0
    /// What stands before the name.
    let sample: SeriesSample

    /// The width of the sample.
    var side: Double { sample.line == nil ? 10 : 22 }
    /// The distance of the name from the left end.
    var nameDistance: Double { side + 6 }

    /// The height of a row of names.
    static let height = 20.0
    /// The size of the font.
    static let textSize = 12.0
    private static let gap = 16.0
    private static let mostRows = 3

    /// The names of a chart's visible series in rows; none for a single series.
    ///
    /// What is wider than a row, or comes after the last row, is left out.
    static func rows(of chart: Chart, texts: PictureTexts, from left: Double, to right: Double) -> [[NameTag]] {
        let visible = chart.series.filter(\.isVisible)
        guard visible.count > 1 else { return [] }
        var rows: [[NameTag]] = []
        var x = right
        for one in visible {
            let name = texts.seriesNames[one.id] ?? one.name
            var tag = NameTag(series: one.id, name: name, x: left, sample: SeriesScene.sample(of: one, on: chart))
            let width = tag.nameDistance + FontMetrics.width(of: name, size: textSize)
            guard !name.isEmpty, left + width <= right else { continue }
            if x + width > right {
                guard rows.count < mostRows else { break }
                rows.append([])
                x = left
            }
            tag.x = x
            rows[rows.count - 1].append(tag)
            x += width + gap
        }
        return rows
    }

    func moved(toY y: Double) -> NameTag {
        var moved = self
        moved.y = y
        return moved
    }
}
