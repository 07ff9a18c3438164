/// Why a touch event cannot be applied.
public enum TouchError: Error, Sendable, Hashable {
    /// The contact at `index` repeats an id of the same event.
    case repeatedTouch(index: Int)
    /// The contact at `index` would be one more touch down than the surface allows.
    case tooManyTouches(index: Int, limit: Int)
}
