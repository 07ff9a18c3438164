public import ChartJSON

/// Holds other modifiers, and joins its surface to an event group.
///
/// The children follow the group in the surface's collection, in their order, each with its own id and options. They
/// are enabled only while the group is. An event that a modifier before the group has handled reaches them only when
/// the group receives handled events.
///
/// While the group is enabled, the surface is in the event group that it names. An event on one surface of an event
/// group reaches the modifiers of its other surfaces too.
public struct GroupModifier: ChartModifier {
    /// `group`.
    public static let typeName = "group"
    /// What it does.
    public static let meaning = "Holds other modifiers (`children`), and joins the surface to an `eventGroup`."
    /// No needs: it handles nothing itself.
    public static let needs: ModifierNeeds = []
    /// True.
    public static let holdsModifiers = true
    /// The one that a client names.
    public var eventGroup: String? { parameters.eventGroup }

    /// The properties that a client can set, apart from the children.
    public struct Parameters: ModifierParameters {
        /// The most characters in the name of an event group.
        public static let longestName = 64

        /// The values of ``properties``.
        public var eventGroup: String?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .name("eventGroup", \.eventGroup, atMost: longestName, "The event group of the surface; `null` is none.")
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }
}
