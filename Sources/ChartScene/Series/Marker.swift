import ChartEngine
import Gestures

/// The shape at each row of a series.
struct Marker {
    /// How many points a dot is across.
    static let dotSize = 5.0

    let shape: SeriesMarker
    /// How many points it is across.
    var size: Double

    /// The marker that a client gave a series; `nil` without one.
    init?(of series: Series) {
        guard let shape = series.marker, shape != .none else { return nil }
        self.shape = shape
        size = series.markerSize ?? Self.dotSize
    }

    /// A marker of a size.
    init(_ shape: SeriesMarker, size: Double) {
        (self.shape, self.size) = (shape, size)
    }

    /// Adds a marker at each point.
    func draw(
        at points: some Sequence<Point>, in path: ScenePath, _ ink: SeriesInk, isFaded: Bool,
        into items: inout [SceneItem]
    ) {
        var path = path
        let reach = size / 2
        for point in points {
            switch shape {
            case .none: break
            case .circle: path.dot(at: point)
            case .square: path.rectangle(Rect(x: point.x - reach, y: point.y - reach, width: size, height: size))
            case .diamond: path.polygon(corners(of: point, [(0, -1), (1, 0), (0, 1), (-1, 0)]))
            case .triangle: path.polygon(corners(of: point, [(0, -1), (1, 1), (-1, 1)]))
            case .cross:
                let ends = corners(of: point, [(-1, -1), (1, 1), (-1, 1), (1, -1)])
                path.straight(from: ends[0], to: ends[1])
                path.straight(from: ends[2], to: ends[3])
            }
        }
        switch shape {
        case .none: break
        case .circle: items.stroke(path, ink, width: size, isFaded: isFaded)
        case .cross: items.stroke(path, ink, width: max(1, size / 5), isFaded: isFaded)
        case .square, .diamond, .triangle:
            items.fill(path, ink, opacity: isFaded ? SeriesScene.fadedOpacity : 1)
        }
    }

    private func corners(of point: Point, _ steps: [(x: Double, y: Double)]) -> [Point] {
        steps.map { Point(x: point.x + $0.x * size / 2, y: point.y + $0.y * size / 2) }
    }
}
