package import Gestures

/// What the layers of a scene show.
package enum SceneRole: String, Sendable, Hashable, CaseIterable {
    /// The lines at the ticks inside the plot area.
    case grid
    /// The line of an axis with its ticks, labels and title.
    case axis
    /// A series, or several that are drawn as one shape.
    case series
    /// The marks of selected rows.
    case selection
    /// What people have left on the chart.
    case annotation
    /// What a modifier shows.
    case overlay
    /// The names of the series.
    case legend
    /// The title of the chart.
    case title
}

/// A part of a scene that is kept, left out or moved as a whole.
package struct SceneLayer: Sendable {
    /// Its name, which no other layer of the scene has, and which it has in the next scene too.
    package let key: String
    /// What it shows.
    package let role: SceneRole
    /// The id of the series or modifier that it shows; `nil` for what belongs to the whole chart.
    package var id: String?
    /// The id of the axis that it belongs to, for a grid and an axis.
    package var axis: String?
    /// The ids of the axes that its places are on, for series and selections.
    package var axes: (x: String, y: String)?
    /// Whether what lies beyond the plot area is cut off.
    package var isClipped = false
    /// What is drawn, from back to front.
    package var items: [SceneItem]

    /// The texts.
    var texts: [PlacedText] {
        items.compactMap { item in
            switch item {
            case .text(let text): text
            case .shape: nil
            }
        }
    }

    /// Whether another layer looks the same, where the corner of its plot area lies elsewhere in its picture.
    func isSame(as other: SceneLayer, movedBy move: Point) -> Bool {
        key == other.key && items.count == other.items.count && axes?.x == other.axes?.x && axes?.y == other.axes?.y
            && zip(items, other.items).allSatisfy { $0.isSame(as: $1, movedBy: move) }
    }
}

/// A shape or a text.
package enum SceneItem: Sendable {
    /// A shape.
    case shape(SceneShape)
    /// A text.
    case text(PlacedText)

    fileprivate func isSame(as other: SceneItem, movedBy move: Point) -> Bool {
        switch (self, other) {
        case (.shape(let one), .shape(let other)): one == other
        case (.text(let one), .text(let other)): one.isSame(as: other, movedBy: move)
        case (.shape, .text), (.text, .shape): false
        }
    }
}

/// A shape in points of the plot area, filled first and then stroked.
package struct SceneShape: Sendable, Hashable {
    /// The outlines of shapes.
    package enum Outline: Sendable, Hashable {
        /// A path.
        case path(ScenePath)
        /// A rectangle with round corners.
        case box(Rect, radius: Double)
        /// A straight line.
        case line(from: Point, to: Point)
    }

    /// A colour, of which a part may shine through.
    package struct Ink: Sendable, Hashable {
        /// The colour.
        package var color: SceneColor
        /// The opacity, at most 1.
        package var opacity = 1.0
    }

    /// A line along the outline.
    package struct Stroke: Sendable, Hashable {
        /// Its colour.
        package var ink: Ink
        /// Its width in points.
        package var width = 1.0
        /// The lengths of its dashes and gaps in points; empty for an unbroken line.
        package var dash: [Double] = []
        /// Whether its ends and corners are round.
        package var isRound = false
    }

    /// The outline.
    package var outline: Outline
    /// What fills it; `nil` for nothing.
    package var fill: Ink?
    /// What is drawn along it; `nil` for nothing.
    package var stroke: Stroke?
    /// The outline as a path in the relative notation, unless it was drawn in the absolute one.
    package var path: ScenePath {
        var path = ScenePath(.relative)
        switch outline {
        case .path(let drawn): return drawn
        case .box(let rect, let radius): path.box(rect, radius: radius)
        case .line(let start, let end): path.straight(from: start, to: end)
        }
        return path
    }

    /// The number of the series' pattern, for readers who want one; `nil` for a plain shape.
    package var pattern: Int?
}

extension [SceneItem] {
    /// Adds a line with round ends; nothing for an empty path.
    mutating func stroke(
        _ path: ScenePath, _ ink: SeriesInk, width: Double, dash: [Double] = [], isFaded: Bool = false
    ) {
        guard !path.isEmpty else { return }
        let opacity = isFaded ? SeriesScene.fadedOpacity : 1
        let line = SceneShape.Stroke(
            ink: .init(color: ink.color, opacity: opacity), width: width, dash: dash, isRound: true)
        append(.shape(SceneShape(outline: .path(path), stroke: line, pattern: ink.pattern)))
    }

    /// Adds straight lines; nothing for an empty path.
    mutating func rule(
        _ path: ScenePath, _ color: SceneColor, width: Double = 1, dash: [Double] = [], opacity: Double = 1
    ) {
        guard !path.isEmpty else { return }
        let line = SceneShape.Stroke(ink: .init(color: color, opacity: opacity), width: width, dash: dash)
        append(.shape(SceneShape(outline: .path(path), stroke: line)))
    }

    /// Fills a path; nothing for an empty one.
    mutating func fill(_ path: ScenePath, _ ink: SeriesInk, opacity: Double = 1) {
        guard !path.isEmpty else { return }
        let fill = SceneShape.Ink(color: ink.color, opacity: opacity)
        append(.shape(SceneShape(outline: .path(path), fill: fill, pattern: ink.pattern)))
    }

    /// Adds a rectangle with round corners.
    mutating func box(
        _ rect: Rect, radius: Double = 0, fill: SceneShape.Ink?, stroke: SceneColor? = nil, strokeWidth: Double = 1,
        pattern: Int? = nil
    ) {
        let line = stroke.map { SceneShape.Stroke(ink: .init(color: $0), width: strokeWidth) }
        append(
            .shape(SceneShape(outline: .box(rect, radius: radius), fill: fill, stroke: line, pattern: pattern)))
    }

    /// Adds a sample of a series: a square of its colour, or its line and its marker.
    mutating func sample(_ sample: SeriesSample, in square: Rect, radius: Double, ink: SeriesInk) {
        let middle = square.y + square.height / 2
        if let line = sample.line {
            let ends = (Point(x: square.x, y: middle), Point(x: square.x + square.width, y: middle))
            let width = Swift.min(line.width ?? 2.5, square.height)
            let stroke = SceneShape.Stroke(ink: .init(color: ink.color), width: width, dash: line.dash)
            append(.shape(SceneShape(outline: .line(from: ends.0, to: ends.1), stroke: stroke, pattern: ink.pattern)))
        }
        if sample.isSquare { box(square, radius: radius, fill: .init(color: ink.color), pattern: ink.pattern) }
        if var marker = sample.marker {
            marker.size = Swift.min(marker.size, square.height)
            let centre = Point(x: square.x + square.width / 2, y: middle)
            marker.draw(at: [centre], in: ScenePath(.relative), ink, isFaded: false, into: &self)
        }
    }
}

/// The colour and the pattern of a series.
struct SeriesInk {
    let color: SceneColor
    /// The number of the pattern; `nil` for the plain one, and for what is drawn in no series' colour.
    var pattern: Int?
}
