/// The properties of a modifier that shows the values of series under the pointer.
public struct ReadingParameters: PointerParameters, SeriesParameters {
    /// Whether the modifier interpolates between two rows; otherwise it reads the nearest row.
    public var useInterpolation = true
    /// The series that the modifier reads.
    public var sourceMode = SourceMode.allVisibleSeries
    /// The ids of the series that the modifier reads, of those of ``sourceMode``; `nil` is all.
    public var series: [String]?
    /// The largest distance between the pointer and a row that it reads, in points; 0 is any distance.
    public var hitTestRadius = 0.0
    /// Which finger gestures the modifier follows.
    public var touch = PointerTouch.longPress
    /// Whether the modifier follows a drag too, which then competes with other drags.
    public var followsPan = false

    /// Creates the defaults.
    public init() {}

    /// Refuses a negative radius.
    public func validate() throws(ModifierError) {
        try require(hitTestRadius >= 0, "hitTestRadius", "The radius is not negative.")
    }
}
