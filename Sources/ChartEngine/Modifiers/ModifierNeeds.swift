/// What a type of modifiers needs of its surface; what it does not name costs no event anything.
public struct ModifierNeeds: OptionSet, Sendable, Hashable {
    /// The bits of the needs.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// To be called by ``ChartModifier/onEvent(_:on:)``.
    public static let events = ModifierNeeds(rawValue: 1)
    /// To be called by ``ChartModifier/keepRanges(of:as:)``.
    public static let ranges = ModifierNeeds(rawValue: 2)
    /// To be called by ``ChartModifier/onUpdate(of:as:)``.
    public static let updates = ModifierNeeds(rawValue: 4)
    /// The velocity of a pan while it goes on; without the need it may be given as (0, 0) between began and ended.
    public static let velocity = ModifierNeeds(rawValue: 8)
    /// All of them.
    public static let all: ModifierNeeds = [.events, .ranges, .updates, .velocity]
}
