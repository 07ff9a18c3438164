/// What a surface has to call a modifier for, so that an event passes those by that do nothing with it.
public struct ModifierCalls: OptionSet, Sendable, Hashable {
    /// The bits of the calls.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// ``ChartModifier/onEvent(_:on:)``.
    public static let events = ModifierCalls(rawValue: 1)
    /// ``ChartModifier/keepRanges(of:as:)``.
    public static let ranges = ModifierCalls(rawValue: 2)
    /// ``ChartModifier/onUpdate(of:as:)``.
    public static let updates = ModifierCalls(rawValue: 4)
    /// All of them.
    public static let all: ModifierCalls = [.events, .ranges, .updates]
}
