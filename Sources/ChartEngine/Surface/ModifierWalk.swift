/// The way of one event through the modifiers of a surface, in collection order.
struct ModifierWalk {
    /// Whether a modifier has taken the event for itself.
    var isHandled = false
    /// The group that the event does not enter, because it was handled before.
    private var closedGroup: String?

    /// Whether the event reaches a modifier that is enabled; ask in collection order.
    mutating func reaches(_ entry: AttachedModifier) -> Bool {
        let isReached = entry.options.receiveHandledEvents || !isHandled
        guard let group = entry.group else {
            closedGroup = isReached ? nil : entry.id
            return isReached
        }
        return isReached && group != closedGroup
    }
}
