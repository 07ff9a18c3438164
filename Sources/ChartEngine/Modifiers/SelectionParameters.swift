/// The properties of a modifier that selects with a tap or a marquee.
public struct SelectionParameters: SeriesParameters {
    /// How a hit changes the selection; Control adds, Shift inverts.
    public var mode = SelectionMode.replace
    /// The largest distance between a tap and what it hits, in points.
    public var hitTestRadius = 24.0
    /// The ids of the series that it can hit; `nil` is all visible ones.
    public var series: [String]?
    /// Whether a marquee selects too, which competes with other drags.
    public var selectsByMarquee = true

    /// Creates the defaults.
    public init() {}

    /// Refuses a negative radius.
    public func validate() throws(ModifierError) {
        try require(hitTestRadius >= 0, "hitTestRadius", "The radius is not negative.")
    }
}
