/// The propagation of one event through the modifiers of a surface, in collection order.
struct EventPropagation {
    /// Whether a modifier has handled the event.
    var isHandled = false
    /// The group whose children the event does not reach, because a modifier before the group has handled it.
    private var closedGroup: String?

    /// Whether the event reaches an enabled modifier; call it in collection order.
    mutating func reaches(_ entry: AttachedModifier) -> Bool {
        let isReached = entry.options.receiveHandledEvents || !isHandled
        guard let group = entry.group else {
            closedGroup = isReached ? nil : entry.id
            return isReached
        }
        return isReached && group != closedGroup
    }
}
