extension Collection<Touch> {
    /// The mean of the locations, in points; (0, 0) without touches.
    var centroid: Point {
        guard let first else { return .zero }
        guard count > 1 else { return first.location }
        var (x, y) = (0.0, 0.0)
        for touch in self {
            x += touch.location.x
            y += touch.location.y
        }
        return Point(x: x / Double(count), y: y / Double(count))
    }
}

extension Touch {
    /// The distance from where the touch went down, in points.
    var distanceFromStart: Double { (location - startLocation).length }
}

extension TouchChange {
    /// The touches that were down before the change, in order of arrival, with their new locations.
    var downOrLifted: [Touch] {
        switch phase {
        case .began, .moved: down
        case .ended, .cancelled: down.isEmpty ? changed : (down + changed).sorted { $0.arrival < $1.arrival }
        }
    }
}
