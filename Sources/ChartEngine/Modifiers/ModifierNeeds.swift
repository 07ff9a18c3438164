/// The calls and values that a type of modifiers needs from its surface.
///
/// A need that the type leaves out costs no work in any event.
public struct ModifierNeeds: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Calls of ``ChartModifier/onEvent(_:on:)``.
    public static let events = ModifierNeeds(rawValue: 1)
    /// Calls of ``ChartModifier/keepRanges(of:as:)``.
    public static let ranges = ModifierNeeds(rawValue: 2)
    /// Calls of ``ChartModifier/onUpdate(of:as:)``.
    public static let updates = ModifierNeeds(rawValue: 4)
    /// The velocity of a pan in every state; without this need it may be (0, 0) in the changed states.
    public static let velocity = ModifierNeeds(rawValue: 8)
    /// All needs.
    public static let all: ModifierNeeds = [.events, .ranges, .updates, .velocity]
}
