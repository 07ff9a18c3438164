/// Holds other modifiers, and joins its surface to an event group.
///
/// The children stand behind it in the collection of the surface, each with an id and options of its own, and act in
/// their order at its place. They take part while the group does, and what a modifier before the group has handled
/// reaches them only when the group receives handled events. While it is enabled, the surface is in the event group that
/// it names: what happens on one surface of an event group goes on to the modifiers of the others.
public struct GroupModifier: ChartModifier {
    /// `group`.
    public static let typeName = "group"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// What a client can set, beside the children.
    public struct Parameters: ModifierParameters {
        /// The most characters of an event group's name.
        public static let longestName = 64

        /// The event group that the surface is in; `nil` for none.
        public var eventGroup: String?

        /// Creates the defaults.
        public init() {}

        /// Refuses a name that says nothing or too much.
        public func validate() throws(ModifierError) {
            guard let eventGroup else { return }
            guard (1...Self.longestName).contains(eventGroup.count) else {
                throw ModifierError(
                    property: "eventGroup",
                    reason: "The name of an event group has 1 to \(Self.longestName) characters.")
            }
        }
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }
}
