/// What a client can set about a modifier that reads out the series under the pointer.
public struct ReadingParameters: PointerParameters {
    /// Whether values between two rows are interpolated; otherwise the nearest row is read.
    public var useInterpolation = true
    /// Which series are read out.
    public var sourceMode = SourceMode.allVisibleSeries
    /// How far a row may be from the pointer to be read, in points; 0 is any distance.
    public var hitTestRadius = 0.0
    /// What of a finger is followed.
    public var touch = PointerTouch.longPress
    /// Whether a drag is followed too; it competes with other drags then.
    public var followsPan = false

    /// Creates the defaults.
    public init() {}

    /// Refuses a negative radius.
    public func validate() throws(ModifierError) {
        guard hitTestRadius >= 0 else {
            throw ModifierError(property: "hitTestRadius", reason: "The radius is not negative.")
        }
    }
}
