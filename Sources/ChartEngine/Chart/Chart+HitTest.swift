public import Gestures

/// The point of a series that is nearest to a location.
public struct SeriesHit: Sendable, Hashable {
    /// The series.
    public var series: Series
    /// The nearest row; of a point between two rows, the nearer one.
    public var row: Int
    /// The x of the point.
    public var x: Double
    /// The value of the point.
    public var y: Double
    /// The location of the point, in points.
    public var point: Point
    /// The distance from the location searched, in points.
    public var distance: Double
}

extension Chart {
    /// The point of the topmost of some series near a location, which is the last drawn with one in the radius.
    ///
    /// - Parameters:
    ///   - candidates: The series, in drawing order.
    ///   - location: A location, in points.
    ///   - radius: The largest distance of a point, in points.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The nearest point of that series; `nil` when no series has one within the radius.
    public func topmostHit(
        of candidates: [Series], at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        var effort = SearchEffort(SearchEffort.nearest)
        for one in candidates.reversed() {
            let hit = hit(of: one, at: location, within: radius, isInterpolated: isInterpolated, &effort)
            if let hit { return hit }
        }
        return nil
    }

    /// The point of some series that is nearest to a location; of equally near series that of the last one.
    func nearestHit(
        of series: [Series], at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        var effort = SearchEffort(SearchEffort.nearest)
        var nearest: SeriesHit?
        for one in series {
            let reach = nearest?.distance ?? radius
            if let hit = hit(of: one, at: location, within: reach, isInterpolated: isInterpolated, &effort) {
                nearest = hit
            }
        }
        return nearest
    }

    /// The point of a series in the plot area that is nearest to a location; the earliest of a tie.
    ///
    /// Each segment of the line counts with its nearest point, if that lies in the plot area. Among very many rows the
    /// search ends after a fixed effort with the nearest point so far, which lies beside the location.
    ///
    /// - Parameters:
    ///   - series: The series, drawn as a line through its rows.
    ///   - location: A location, in points.
    ///   - radius: The largest distance of the point, in points; `infinity` is any distance.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The point; `nil` when there is none within the radius.
    public func hit(
        of series: Series, at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        nearestHit(of: [series], at: location, within: radius, isInterpolated: isInterpolated)
    }

    /// The point of a series that is nearest to a location, found with the effort that is left.
    func hit(
        of series: Series, at location: Point, within radius: Double, isInterpolated: Bool,
        _ effort: inout SearchEffort
    ) -> SeriesHit? {
        if showsBars { return barHit(of: series, at: location, within: radius, &effort) }
        guard var search = HitSearch(series: series, location: location, chart: self, isInterpolated: isInterpolated)
        else { return nil }
        return search.nearest(within: radius, &effort)
    }
}
