/// The reason why a tracker cannot apply a touch event.
public enum TouchError: Error, Sendable, Hashable {
    /// The contact at `index` repeats an id of the same event.
    case repeatedTouch(index: Int)
    /// With the contact at `index`, more touches than the surface allows would be down.
    case tooManyTouches(index: Int, limit: Int)
}
