/// What a client can set about a modifier that selects with a tap or a marquee.
public struct SelectionParameters: ModifierParameters {
    /// How what is hit joins the selection; Control adds, Shift inverts.
    public var mode = SelectionMode.replace
    /// How far a tap may be from what it hits, in points.
    public var hitTestRadius = 24.0
    /// Whether a marquee selects too; it competes with other drags.
    public var selectsByMarquee = true

    /// Creates the defaults.
    public init() {}

    /// Refuses a negative radius.
    public func validate() throws(ModifierError) {
        guard hitTestRadius >= 0 else {
            throw ModifierError(property: "hitTestRadius", reason: "The radius is not negative.")
        }
    }
}
