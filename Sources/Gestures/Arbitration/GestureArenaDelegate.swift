/// What the owner of recognizers may decide while the arena works.
public protocol GestureArenaDelegate {
    /// Whether ``shouldObserve(owner:)`` holds for every owner, which spares asking for each; `false` leaves it open.
    var isEveryOwnerObserving: Bool { get }
    /// Whether a velocity is wanted of every gesture that goes on, whatever its owner needs.
    var needsEveryVelocity: Bool { get }
    /// Whether the owner's recognizers see the current event at all; a touch that ends and a pointer that leaves unseen
    /// are cancelled.
    func shouldObserve(owner: String) -> Bool
    /// Whether the owner's recognizers may follow a touch that has just begun (UIKit's `shouldReceive`).
    func shouldReceive(_ touch: Touch, owner: String) -> Bool
    /// Whether a recognizer may leave possible with this gesture (UIKit's `gestureRecognizerShouldBegin`); if not, it
    /// fails.
    func shouldBegin(_ gesture: Gesture, owner: String) -> Bool
}

extension GestureArenaDelegate {
    /// Left open.
    public var isEveryOwnerObserving: Bool { false }
    /// It is.
    public var needsEveryVelocity: Bool { true }
}
