public import Gestures

/// Something that a modifier shows over the series.
public struct Overlay: Sendable, Hashable {
    /// One line of a read-out.
    public struct Item: Sendable, Hashable {
        /// The series' id.
        public var series: String
        /// The series' name.
        public var name: String
        /// The x that is read.
        public var x: Double
        /// The value there; `nil` where it is missing.
        public var y: Double?

        /// Creates a line.
        public init(series: String, name: String, x: Double, y: Double?) {
            self.series = series
            self.name = name
            self.x = x
            self.y = y
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
    /// What it reads out.
    public var items: [Item]
    /// How the content moves on its own from ``location``, so that a client can animate without asking.
    public var motion: InertialMotion?

    /// Creates an overlay.
    public init(
        modifier: String, kind: String, location: Point? = nil, rect: Rect? = nil, items: [Item] = [],
        motion: InertialMotion? = nil
    ) {
        self.modifier = modifier
        self.kind = kind
        self.location = location
        self.rect = rect
        self.items = items
        self.motion = motion
    }
}
