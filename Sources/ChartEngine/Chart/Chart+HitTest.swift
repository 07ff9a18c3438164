public import Gestures

/// The place of a series, or of the shape that it makes with others, that is nearest to a location.
public struct SeriesHit: Sendable, Hashable {
    /// The series; of a shape that several make, the first.
    public var series: Series
    /// The row; of a place between two rows the nearer one, and of a step the one where it began.
    public var row: Int
    /// The x: that of the place where it is between two rows, else that of the row.
    public var x: Double
    /// The value there; of a band that of the edge.
    public var y: Double
    /// A point of what is drawn, in points.
    public var point: Point
    /// The distance from the location searched to what is drawn, in points; 0 inside of it.
    public var distance: Double
}

extension Chart {
    /// The place of the topmost of some series near a location.
    ///
    /// The topmost is the last drawn with a place in the radius. A bar or candlestick that holds the location goes before
    /// one above it that is only near.
    ///
    /// - Parameters:
    ///   - candidates: The series.
    ///   - location: A location, in points.
    ///   - radius: The largest distance of a place, in points.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The nearest place of that series; `nil` when no series has one within the radius.
    public func topmostHit(
        of candidates: [Series], at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        var effort = SearchEffort(SearchEffort.nearest)
        var near: SeriesHit?
        let shapes = shapes(of: candidates)
        let rooms = barRooms(for: shapes.map(\.kind))
        for shape in shapes.reversed() {
            let reach = near?.distance ?? radius
            guard
                let hit = hit(
                    of: shape, at: location, within: reach, isInterpolated: isInterpolated, in: rooms, &effort)
            else { continue }
            guard shape.kind.hasWidth, hit.distance > 0 else { return hit }
            near = near ?? hit
        }
        return near
    }

    /// The place of some series that is nearest to a location; of equally near ones that of the last one.
    func nearestHit(
        of series: [Series], at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        var effort = SearchEffort(SearchEffort.nearest)
        var nearest: SeriesHit?
        let shapes = shapes(of: series)
        let rooms = barRooms(for: shapes.map(\.kind))
        for shape in shapes {
            let reach = nearest?.distance ?? radius
            let isInterpolated = shape.series.isRead(interpolated: isInterpolated, as: shape.kind)
            let hit = hit(of: shape, at: location, within: reach, isInterpolated: isInterpolated, in: rooms, &effort)
            nearest = hit ?? nearest
        }
        return nearest
    }

    /// The place of a visible series in the plot area that is nearest to a location, as its kind is drawn.
    ///
    /// Among very many rows the search ends after a fixed effort with the nearest place so far, which lies beside the
    /// location.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - location: A location, in points.
    ///   - radius: The largest distance of the place, in points; `infinity` is any distance.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The place; `nil` when there is none within the radius.
    public func hit(
        of series: Series, at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        nearestHit(of: [series], at: location, within: radius, isInterpolated: isInterpolated)
    }

    /// The place of a shape that is nearest to a location, found with the effort that is left.
    func hit(
        of shape: DrawnShape, at location: Point, within radius: Double, isInterpolated: Bool, in rooms: BarRooms?,
        _ effort: inout SearchEffort
    ) -> SeriesHit? {
        guard
            var search = HitSearch(
                shape: shape, location: location, chart: part(of: shape.series).chart, isInterpolated: isInterpolated,
                rooms: rooms)
        else { return nil }
        return search.nearest(within: radius, &effort)
    }
}
