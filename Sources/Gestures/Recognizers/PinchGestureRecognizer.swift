/// Two fingers that spread or close.
///
/// The scale is the ratio of the finger distance to the first one. A finger that lifts leaves the gesture as it is; a
/// new second finger goes on from the scale reached. It ends when every finger is up.
public struct PinchGestureRecognizer: GestureRecognizer {
    private let spanAxis: SpanAxis
    private var minimumScaleDelta = 0.01
    private var spanSlop = 0.0

    private var pair: FingerPair?
    private var baseSpan: Double?
    private var baseScale = 1.0
    private var scale = 1.0
    private var hasBegun = false
    private var location = Point.zero
    private var startLocation: Point?
    private var touchCount = 0

    /// Creates a recognizer.
    ///
    /// - Parameter spanAxis: Which part of the finger distance counts.
    public init(spanAxis: SpanAxis = .xy) {
        self.spanAxis = spanAxis
    }

    /// A pinch.
    public var kind: GestureKind { .pinch }

    /// The scale since two fingers were down, and where their midpoint was then.
    public var reading: GestureReading {
        GestureReading(
            location: location, numberOfTouches: touchCount,
            values: .pinch(scale: scale, startAnchor: nil, startLocation: startLocation ?? location))
    }

    /// None: a pinch waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Takes the least change of scale and of finger distance over.
    public mutating func configure(_ thresholds: GestureThresholds) {
        minimumScaleDelta = thresholds.pinchMinimumScaleDelta
        spanSlop = thresholds.pinchSpanSlop
    }

    /// Proposes began when scale and distance have changed enough, then changed on moves, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        switch change.phase {
        case .began:
            takePair(of: change.down)
            return nil
        case .moved:
            location = change.down.centroid
            guard pair?.update(from: change.changed) == true, measure() else { return nil }
            if state.isActive { return .changed }
            return hasBegun ? .began : nil
        case .ended:
            if pair?.update(from: change.changed) == true { _ = measure() }
            guard !change.down.isEmpty else {
                location = change.changed.centroid
                touchCount = 0
                return state.isActive ? .ended : .failed
            }
            takePair(of: change.down)
            return nil
        case .cancelled:
            return .cancelled
        }
    }

    /// Forgets the fingers.
    public mutating func reset() {
        pair = nil
        baseSpan = nil
        baseScale = 1
        scale = 1
        hasBegun = false
        location = .zero
        startLocation = nil
        touchCount = 0
    }

    private mutating func takePair(of down: [Touch]) {
        touchCount = down.count
        location = down.centroid
        let next = FingerPair(down)
        defer { pair = next }
        guard let next, !next.hasSameTouches(as: pair) else { return }
        if startLocation == nil { startLocation = next.centroid }
        let span = spanAxis.span(from: next.first, to: next.second)
        baseSpan = span < GestureConstants.minimumSpan ? nil : span
        baseScale = scale
    }

    /// Measures the pair.
    ///
    /// - Returns: Whether the span is long enough to mean anything.
    private mutating func measure() -> Bool {
        guard let pair else { return false }
        let span = spanAxis.span(from: pair.first, to: pair.second)
        guard span >= GestureConstants.minimumSpan else { return false }
        guard let baseSpan else {
            self.baseSpan = span
            return true
        }
        scale = baseScale * (span / baseSpan)
        if abs(scale - 1) >= minimumScaleDelta, abs(span - baseSpan) > spanSlop { hasBegun = true }
        return true
    }
}
