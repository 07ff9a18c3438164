public import ChartJSON

/// The properties of a modifier that shows the values of series under the pointer.
public struct ReadingParameters: PointerParameters {
    /// The values of ``properties``.
    public var useInterpolation = true, sourceMode = SourceMode.allVisibleSeries, series: [String]?,
        hitTestRadius = 0.0, touch = PointerTouch.longPress, followsPan = false

    /// What a client can set.
    public static let properties: [Property<Self>] = [
        .flag(
            "useInterpolation", \.useInterpolation,
            "Whether it interpolates between two rows; otherwise it reads the nearest row."),
        .word("sourceMode", \.sourceMode, "The series that it reads."),
        .series(\.series, "The ids of the series that it reads, of those of `sourceMode`; `null` is all."),
        .number(
            "hitTestRadius", \.hitTestRadius, from: 0,
            "The largest distance of a row from the pointer, in points; 0 is any distance."),
        .word("touch", \.touch, "What it follows of a finger."),
        .flag("followsPan", \.followsPan, "Whether it follows a drag too. The drag then competes with other drags."),
    ]

    /// Creates the defaults.
    public init() {}
}
