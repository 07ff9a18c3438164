/// The decisions that the arena leaves to the owners of recognizers.
public protocol GestureArenaDelegate {
    /// Whether ``shouldObserve(owner:)`` is true for every owner; if `false`, the arena asks for each owner.
    var isEveryOwnerObserving: Bool { get }
    /// Whether every gesture in progress must have its velocity, even if its owner needs none.
    var needsEveryVelocity: Bool { get }
    /// Whether the owner's recognizers see the current event.
    ///
    /// For an owner that does not observe, a touch that ends and a pointer that leaves count as cancelled.
    func shouldObserve(owner: String) -> Bool
    /// Whether the owner's recognizers of a kind may follow a new touch (UIKit's `shouldReceive`).
    func shouldReceive(_ touch: Touch, kind: GestureKind, owner: String) -> Bool
    /// Whether a new touch counts as no tap for a later one, because an owner claims its taps.
    func isSetApart(_ touch: Touch) -> Bool
    /// Whether a recognizer may leave possible with this gesture, or fails (UIKit's `gestureRecognizerShouldBegin`).
    func shouldBegin(_ gesture: Gesture, owner: String) -> Bool
}

extension GestureArenaDelegate {
    /// False: the arena asks for each owner.
    public var isEveryOwnerObserving: Bool { false }
    /// False.
    public func isSetApart(_ touch: Touch) -> Bool { false }
    /// True.
    public var needsEveryVelocity: Bool { true }
}
