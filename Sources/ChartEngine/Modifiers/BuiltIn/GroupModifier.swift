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
    /// No needs: it handles nothing itself.
    public static let needs: ModifierNeeds = []

    /// The properties that a client can set, apart from the children.
    public struct Parameters: ModifierParameters {
        /// The most characters in the name of an event group.
        public static let longestName = 64

        /// The name of the surface's event group; `nil` for none.
        public var eventGroup: String?

        /// Creates the defaults.
        public init() {}

        /// Refuses a name that is empty or over ``longestName`` characters.
        public func validate() throws(ModifierError) {
            guard let eventGroup else { return }
            try require(
                (1...Self.longestName).contains(eventGroup.count), "eventGroup",
                "The name of an event group has 1 to \(Self.longestName) characters.")
        }
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }
}
