import ChartEngine
import Gestures

/// Draws the lines at the ticks inside the plot area.
struct GridPainter {
    let layout: PictureLayout
    let chart: Chart
    /// The share of the plot area's length by which lines are drawn beyond it on each side.
    let overscan: Double
    let notation: ScenePath.Notation

    /// The smallest distance at which minor lines do not blur into a grey ground.
    private static let leastSpacing = 8.0

    /// The lines at the ticks of the first y axis, and fainter ones at the major ticks of the first x axis.
    ///
    /// The grids of several axes would not tell which line belongs to which.
    func layers() -> [SceneLayer] {
        [chart.xAxes.first, chart.yAxes.first].compactMap(\.self).map { axis in
            var items: [SceneItem] = []
            let ticks = ticks(of: axis)
            let viewport = axis.viewport(inWidth: layout.plot.width, height: layout.plot.height)
            if axis.dimension == .y, viewport.keepsApart(ticks.minor + ticks.major, by: Self.leastSpacing) {
                items.rule(path(ticks.minor, of: axis), .gridMinor)
            }
            items.rule(path(ticks.major, of: axis), axis.dimension == .y ? .gridMajor : .gridMinor)
            return SceneLayer(key: "grid/\(axis.id)", role: .grid, axis: axis.id, isClipped: true, items: items)
        }
    }

    private func ticks(of axis: Axis) -> (major: [Double], minor: [Double]) {
        if overscan == 0, let placed = layout.axes.first(where: { $0.axis.id == axis.id }) {
            return (placed.ticks.major, placed.ticks.minor)
        }
        return chart.tickPlaces(of: axis, beyond: overscan)
    }

    private func path(_ values: [Double], of axis: Axis) -> ScenePath {
        let viewport = axis.viewport(inWidth: layout.plot.width, height: layout.plot.height)
        var path = ScenePath(notation)
        for value in values {
            let along = viewport.apply(value)
            let beyond = overscan * viewport.length + 1
            guard along >= -beyond, along <= viewport.length + beyond else { continue }
            path.across(
                at: layout.pixels.middle(near: along), isFlat: axis.isVertical, layout.plot, beyond: overscan)
        }
        return path
    }
}

extension AxisViewport {
    /// Whether ticks are some points from each other, or at one place.
    func keepsApart(_ ticks: [Double], by distance: Double) -> Bool {
        let places = ticks.map(apply).sorted()
        return zip(places, places.dropFirst()).allSatisfy { $1 == $0 || $1 - $0 >= distance }
    }
}

extension ScenePath {
    /// Draws a line through the whole plot area, from left to right where it is flat, else from top to bottom.
    mutating func across(at place: Double, isFlat: Bool, _ plot: Rect, beyond share: Double = 0) {
        let length = isFlat ? plot.width : plot.height
        let (start, end) = (0 - share * length, length + share * length)
        if isFlat {
            straight(from: Point(x: start, y: place), to: Point(x: end, y: place))
        } else {
            straight(from: Point(x: place, y: start), to: Point(x: place, y: end))
        }
    }
}
