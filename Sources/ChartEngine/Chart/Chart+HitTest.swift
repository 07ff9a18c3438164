public import Gestures

/// The place of a series that is nearest to a location.
public struct SeriesHit: Sendable, Hashable {
    /// The series.
    public var series: Series
    /// The nearest row; of a place between two rows the nearer end.
    public var row: Int
    /// The x of the place.
    public var x: Double
    /// The value of the place.
    public var y: Double
    /// The place, in points.
    public var point: Point
    /// How far it is from the location, in points.
    public var distance: Double
}

extension Chart {
    /// The topmost visible series that has a place close to a location: of those within the radius the last drawn.
    ///
    /// - Parameters:
    ///   - location: Where to look, in points.
    ///   - radius: How far a place may be, in points.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The nearest place of that series; `nil` when no series has one within the radius.
    public func topmostHit(at location: Point, within radius: Double, isInterpolated: Bool) -> SeriesHit? {
        for one in series.reversed() where one.isVisible {
            if let hit = hit(of: one, at: location, within: radius, isInterpolated: isInterpolated) { return hit }
        }
        return nil
    }

    /// The place of a series in the plot area that is nearest to a location; of equally near ones the earliest.
    ///
    /// Of each piece of the line its nearest place counts, when it lies in the plot area. The search goes outwards from the
    /// row under the location, and no further than the nearest place found so far. It passes over rows of which the extremes
    /// of their values tell that they are too far away.
    ///
    /// - Parameters:
    ///   - series: The series, drawn as a line through its rows.
    ///   - location: Where to look, in points.
    ///   - radius: How far the place may be, in points; `infinity` is any distance.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The place; `nil` when there is none within the radius.
    public func hit(
        of series: Series, at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        if showsBars { return barHit(of: series, at: location, within: radius) }
        guard var search = HitSearch(series: series, location: location, chart: self, isInterpolated: isInterpolated)
        else { return nil }
        return search.nearest(within: radius)
    }
}
