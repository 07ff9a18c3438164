/// Two fingers that spread or close.
///
/// The scale is the ratio of the finger distance to the first one. A finger that lifts leaves the gesture as it is; a
/// new second finger goes on from the scale reached. It ends when every finger is up.
public struct PinchGestureRecognizer: GestureRecognizer {
    private var fingers = FingerPairTracker()
    private var spread: Spread

    /// Creates a recognizer.
    ///
    /// - Parameter spanAxis: Which part of the finger distance counts.
    public init(spanAxis: SpanAxis = .xy) {
        spread = Spread(spanAxis: spanAxis)
    }

    /// A pinch.
    public var kind: GestureKind { .pinch }

    /// The scale since two fingers were down, and where their midpoint was then.
    public var reading: GestureReading {
        GestureReading(
            location: fingers.location, numberOfTouches: fingers.touchCount,
            values: .pinch(
                scale: spread.scale, startAnchor: nil, startLocation: spread.startLocation ?? fingers.location))
    }

    /// None: a pinch waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Takes the least change of scale and of finger distance over.
    public mutating func configure(_ thresholds: GestureThresholds) {
        spread.minimumScaleDelta = thresholds.pinchMinimumScaleDelta
        spread.spanSlop = thresholds.pinchSpanSlop
    }

    /// Proposes began when scale and distance have changed enough, then changed on moves, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        return fingers.handle(change, in: state, measure: &spread)
    }

    /// Forgets the fingers.
    public mutating func reset() {
        fingers = FingerPairTracker()
        spread.reset()
    }
}

/// The distance of two fingers as a ratio to the first one.
private struct Spread: FingerPairMeasure {
    let spanAxis: SpanAxis
    var minimumScaleDelta = 0.01
    var spanSlop = 0.0

    private var baseSpan: Double?
    private var baseScale = 1.0
    private(set) var scale = 1.0
    private(set) var isEnough = false
    private(set) var startLocation: Point?

    init(spanAxis: SpanAxis) {
        self.spanAxis = spanAxis
    }

    mutating func rebase(to pair: FingerPair) {
        if startLocation == nil { startLocation = pair.centroid }
        let span = spanAxis.span(from: pair.first, to: pair.second)
        baseSpan = span < GestureConstants.minimumSpan ? nil : span
        baseScale = scale
    }

    mutating func measure(_ pair: FingerPair) -> Bool {
        let span = spanAxis.span(from: pair.first, to: pair.second)
        guard span >= GestureConstants.minimumSpan else { return false }
        guard let baseSpan else {
            self.baseSpan = span
            return true
        }
        let (least, most) = (GestureConstants.pinchLeastScale, GestureConstants.pinchMostScale)
        scale = min(max(baseScale * (span / baseSpan), least), most)
        if abs(scale - 1) >= minimumScaleDelta, abs(span - baseSpan) > spanSlop { isEnough = true }
        return true
    }

    mutating func reset() {
        baseSpan = nil
        baseScale = 1
        scale = 1
        isEnough = false
        startLocation = nil
    }
}
