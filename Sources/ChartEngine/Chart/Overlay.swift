public import Gestures

/// Something that a modifier draws over the series.
public struct Overlay: Sendable, Hashable, Codable {
    /// One line of a reading, one entry of a legend or one marker.
    public struct Item: Sendable, Hashable, Codable {
        /// The series' id; `nil` for an item of no series.
        public var series: String?
        /// The series' name, or another text to display.
        public var name: String
        /// The x of the reading; `nil` without one.
        public var x: Double?
        /// The value there; `nil` where it is missing or not read.
        public var y: Double?
        /// Where the item is drawn, in points; `nil` outside of the plot area.
        public var point: Point?
        /// The id of the axis that the item marks.
        public var axis: String?
        /// The area that the item covers, in points.
        public var rect: Rect?
        /// The series' CSS colour.
        public var color: String?
        /// Whether the series is drawn; `nil` where the item does not say.
        public var isVisible: Bool?
        /// The value minus that on the line before; `nil` where it is not compared.
        public var difference: Double?

        /// Creates an item.
        public init(
            series: String?, name: String, x: Double? = nil, y: Double? = nil, point: Point? = nil,
            axis: String? = nil, rect: Rect? = nil, color: String? = nil, isVisible: Bool? = nil
        ) {
            self.series = series
            self.name = name
            self.x = x
            self.y = y
            self.point = point
            self.axis = axis
            self.rect = rect
            self.color = color
            self.isVisible = isVisible
        }
    }

    /// Keeps the place in a plot area that is larger by a factor in each direction.
    mutating func scale(by factors: Vector) {
        location = location?.scaled(by: factors)
        rect = rect.map {
            Rect(
                x: $0.x * factors.dx, y: $0.y * factors.dy, width: $0.width * factors.dx,
                height: $0.height * factors.dy)
        }
    }

    /// The id of the modifier.
    public var modifier: String
    /// The kind, such as `crosshair` or `marquee`.
    public var kind: String
    /// The location of the overlay, in points.
    public var location: Point?
    /// The area that the overlay covers, in points.
    public var rect: Rect?
    /// The range that the overlay shows along its axis, in the axis's unit.
    public var range: AxisRange?
    /// The readings, entries or markers.
    public var items: [Item]
    /// The inertial motion of the content from ``location``, so that a client can animate it without asking.
    public var motion: InertialMotion?
    /// Whether the axis that the overlay shows does not exist; `nil` where it does.
    public var isMissing: Bool?

    /// Creates an overlay.
    public init(
        modifier: String, kind: String, location: Point? = nil, rect: Rect? = nil, range: AxisRange? = nil,
        items: [Item] = [], motion: InertialMotion? = nil
    ) {
        self.modifier = modifier
        self.kind = kind
        self.location = location
        self.rect = rect
        self.range = range
        self.items = items
        self.motion = motion
    }
}

extension Chart {
    /// Shows the rectangle of a marquee while the gesture is active, and removes it otherwise.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, in points.
    ///   - kind: The kind of the overlay.
    ///   - gesture: The gesture in its new state.
    ///   - modifier: The id of the modifier that shows the rectangle.
    mutating func showDrag(of rect: Rect, as kind: String, by gesture: Gesture, of modifier: String) {
        setOverlays(gesture.state.isActive ? [Overlay(modifier: modifier, kind: kind, rect: rect)] : [], of: modifier)
    }
}
