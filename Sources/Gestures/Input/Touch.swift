/// A touch that the tracker follows from down to up.
public struct Touch: Sendable, Hashable, Codable {
    /// The client's number for the touch.
    public var id: Int
    /// The number of the touch in the order of arrival on this surface; earlier touches have smaller numbers.
    public var arrival: Int
    /// Where the touch is now.
    public var location: Point
    /// Where the touch was before the current event.
    public var previousLocation: Point
    /// Where the touch went down.
    public var startLocation: Point
    /// When the touch went down.
    public var startTime: Timestamp
    /// The number of taps in a row at this place, with this touch; see ``TouchTracker``.
    public var tapCount: Int
    /// The device that makes the touch.
    public var kind: TouchKind
    /// The pressed buttons as the DOM numbers them.
    public var buttons: Int

    /// Creates a touch.
    public init(
        id: Int, arrival: Int, location: Point, previousLocation: Point, startLocation: Point, startTime: Timestamp,
        tapCount: Int, kind: TouchKind, buttons: Int
    ) {
        self.id = id
        self.arrival = arrival
        self.location = location
        self.previousLocation = previousLocation
        self.startLocation = startLocation
        self.startTime = startTime
        self.tapCount = tapCount
        self.kind = kind
        self.buttons = buttons
    }
}

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
