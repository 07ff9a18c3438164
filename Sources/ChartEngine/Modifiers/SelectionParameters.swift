public import ChartJSON

/// The properties of a modifier that selects with a tap or a marquee.
public struct SelectionParameters: ModifierParameters {
    /// The values of ``properties``.
    public var mode = SelectionMode.replace, hitTestRadius = 24.0, series: [String]?, selectsByMarquee = true

    /// What a client can set.
    public static let properties: [Property<Self>] = [
        .word("mode", \.mode, "How the hits join the selection (Control adds, Shift inverts)."),
        .number(
            "hitTestRadius", \.hitTestRadius, from: 0, "The largest distance of a tap from what it hits, in points."),
        .series(\.series, "The ids of the series that it can hit; `null` is all visible ones."),
        .flag("selectsByMarquee", \.selectsByMarquee, "Whether a marquee selects too. It competes with other drags."),
    ]

    /// Creates the defaults.
    public init() {}
}
