/// Recognizes two fingers that spread or close.
///
/// The scale is the ratio of the finger distance to the first one. A finger that lifts leaves the gesture unchanged. A
/// new second finger continues from the scale reached. The gesture ends when all fingers are up.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the first two fingers set the distance that counts as 1 | possible | down | – | nothing |
/// | a change of distance that is too small is no pinch yet | possible | move | – | nothing |
/// | one finger alone changes no scale | possible | move | – | nothing |
/// | a change of distance that is large enough begins the pinch | possible | move | began | `began`, scale |
/// | a finger that lifts before the others keeps the pinch possible | possible | up | – | nothing |
/// | the last finger that lifts fails a pinch that has not begun | possible | up | failed | nothing |
/// | a cancelled touch fails a pinch that has not begun | possible | cancel | failed | nothing |
/// | a new second finger goes on from the scale reached | began, changed | down | – | nothing |
/// | a pinch that has begun follows its two fingers | began, changed | move | changed | `changed`, scale |
/// | a third finger, or one that is left alone, changes no scale | began, changed | move | – | nothing |
/// | fingers less than a point apart change no scale | began, changed | move | – | nothing |
/// | a finger that lifts leaves the scale as it is | began, changed | up | – | nothing |
/// | the last finger that lifts ends the pinch | began, changed | up | ended | `ended`, scale |
/// | a cancelled touch cancels the pinch | began, changed | cancel | cancelled | `cancelled` |
public struct PinchGestureRecognizer: GestureRecognizer, Hashable {
    private var fingers = FingerPairTracker()
    private var spread: Spread

    /// Creates a recognizer.
    ///
    /// - Parameter spanAxis: The part of the finger distance that the pinch measures.
    public init(spanAxis: SpanAxis = .xy) {
        spread = Spread(spanAxis: spanAxis)
    }

    /// A pinch.
    public var kind: GestureKind { .pinch }

    /// The scale since two fingers came down, and their midpoint at that moment.
    public var reading: GestureReading {
        GestureReading(
            location: fingers.location, numberOfTouches: fingers.touchCount,
            values: .pinch(
                scale: spread.scale, startAnchor: nil, startLocation: spread.startLocation ?? fingers.location))
    }

    /// None: a pinch waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Reads the least change of scale and of finger distance.
    public mutating func configure(_ thresholds: GestureThresholds) {
        spread.minimumScaleDelta = thresholds.pinchMinimumScaleDelta
        spread.spanSlop = thresholds.pinchSpanSlop
    }

    /// Proposes began after enough change of scale and distance, then changed on moves, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        return fingers.handle(change, in: state, measure: &spread)
    }

    /// Continues from the scale reached.
    public mutating func touchesPlaced(_ touches: [Touch]) { fingers.touchesPlaced(touches, measure: &spread) }

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
