/// A pointer that moves over the surface without buttons.
///
/// Entering begins it, or the first move when the client sent no enter; leaving ends it.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the pointer that enters, or moves without having entered, begins the hover | possible | hover | began | `began` |
/// | a pointer that leaves without having come means nothing | possible | hover | – | nothing |
/// | a pointer that leaves while another gesture is awaited fails the hover | possible | hover | failed | nothing |
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

    /// Takes nothing over.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes began at enter or the first move, changed at moves, ended at exit, failed when it had not begun by then.
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
