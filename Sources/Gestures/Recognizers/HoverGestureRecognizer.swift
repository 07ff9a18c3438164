/// Recognizes a pointer that moves over the surface without buttons.
///
/// The hover begins when the pointer enters, or with the first move if the client sent no enter. It ends when the
/// pointer leaves.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the pointer that enters, or moves without having entered, begins the hover | possible | hover | began | `began` |
/// | a pointer that leaves without having entered is ignored | possible | hover | – | nothing |
/// | a pointer that leaves fails a hover that waits for another gesture | possible | hover | failed | nothing |
/// | a hover follows every move of the pointer | began, changed | hover | changed | `changed` |
/// | the pointer that leaves ends the hover | began, changed | hover | ended | `ended` |
public struct HoverGestureRecognizer: GestureRecognizer, Hashable {
    private var location = Point.zero
    private var isOver = false

    /// Creates a recognizer.
    public init() {}

    /// A hover.
    public var kind: GestureKind { .hover }

    /// Where the pointer is.
    public var reading: GestureReading {
        GestureReading(location: location, numberOfTouches: 0, values: .hover)
    }

    /// None.
    public var timer: GestureTimer? { nil }

    /// Does nothing: a hover has no thresholds.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes began at enter or the first move, changed at moves, and ended or failed at exit.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .hover(let event) = input else { return nil }
        location = event.location
        switch event.phase {
        case .entered, .moved:
            isOver = true
            return state.isActive ? .changed : .began
        case .exited:
            defer { isOver = false }
            if state.isActive { return .ended }
            return isOver ? .failed : nil
        }
    }

    /// Forgets the pointer.
    public mutating func reset() {
        location = .zero
        isOver = false
    }
}
