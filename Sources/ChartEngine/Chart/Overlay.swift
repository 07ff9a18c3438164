public import Gestures

/// Something that a modifier shows over the series.
public struct Overlay: Sendable, Hashable, Codable {
    /// One line of a read-out, one entry of a legend or one marker.
    public struct Item: Sendable, Hashable, Codable {
        /// The series' id; `nil` for an item of no series.
        public var series: String?
        /// The series' name, or another text for people.
        public var name: String
        /// The x that is read; `nil` where none is.
        public var x: Double?
        /// The value there; `nil` where it is missing or none is read.
        public var y: Double?
        /// Where the item is drawn, in points; `nil` outside of the plot area.
        public var point: Point?
        /// The id of the axis that it marks.
        public var axis: String?
        /// What it covers, in points.
        public var rect: Rect?
        /// The series' CSS colour.
        public var color: String?
        /// Whether the series is drawn; `nil` where that goes without saying.
        public var isVisible: Bool?

        /// Creates a line.
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

    /// The id of the modifier.
    public var modifier: String
    /// What it is, such as `crosshair` or `marquee`.
    public var kind: String
    /// Where it stands, in points.
    public var location: Point?
    /// What it covers, in points.
    public var rect: Rect?
    /// What it stands for along its axis, in the axis's unit.
    public var range: AxisRange?
    /// What it reads out.
    public var items: [Item]
    /// How the content moves on its own from ``location``, so that a client can animate without asking.
    public var motion: InertialMotion?
    /// Whether what it is about is not there; `nil` where it is.
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
