/// Recognizes one or more taps with one or more fingers, at the last up.
///
/// It fails when a touch strays beyond the slop or is held too long, and when the gap to the next tap is too long. It
/// also fails with too few or too many fingers. A tap that comes too soon after the one before, or too far from it,
/// starts a fresh attempt. So does one in another strip beside the plot area, for a recognizer that knows the strips.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | a finger that comes down joins the tap | possible | down | – | nothing |
/// | a tap that comes too soon or too far away starts a fresh attempt | possible | down | – | nothing |
/// | a finger too many fails the tap | possible | down | failed | nothing |
/// | a finger may move within the slop | possible | move | – | nothing |
/// | a finger that moves beyond the slop fails the tap | possible | move | failed | nothing |
/// | a finger that lifts before the others waits for them | possible | up | – | nothing |
/// | a tap before the last one waits for the next | possible | up | – | nothing |
/// | the last up of the last tap is recognized | possible | up | ended | `ended` with the number of taps |
/// | a finger that lifts beyond the slop fails the tap | possible | up | failed | nothing |
/// | a finger that lifts before all fingers are down fails the tap | possible | up | failed | nothing |
/// | a press that lasts too long fails the tap | possible | timer | failed | nothing |
/// | a gap that is too long fails the tap | possible | timer | failed | nothing |
/// | a cancelled touch fails the tap | possible | cancel | failed | nothing |
public struct TapGestureRecognizer: GestureRecognizer, Hashable {
    /// The progress of the current attempt.
    private enum Attempt: Sendable, Hashable, Codable {
        /// No touch has come yet.
        case idle
        /// Touches of a tap are down; the first came down at the given moment.
        case pressed(since: Timestamp)
        /// A tap was completed at the given moment, and the recognizer waits for the next one.
        case between(lastUp: Timestamp)
    }

    private let taps: Int
    private let touches: Int
    private let stripDepth: Double?
    private var plot: Vector?
    private var slop = 45.0
    private var maximumPress: Double?
    private var gap = 350.0
    private var minimumGap = 0.0
    private var maximumTapDistance = 45.0

    private var attempt = Attempt.idle
    private var completedTaps = 0
    private var tapStart = Point.zero
    private var begunTouches = 0
    private var liftedTouches: [Touch] = []
    private var location = Point.zero
    private var touchCount = 0

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - taps: The required number of taps in a row, at least 1.
    ///   - touches: The required number of fingers, at least 1.
    ///   - stripDepth: How far each strip beside the plot area reaches outwards, in points. All taps of a gesture are
    ///     then in one ``PlotZone``. `nil` does not tell zones apart.
    public init(taps: Int = 1, touches: Int = 1, stripDepth: Double? = nil) {
        self.taps = max(1, taps)
        self.touches = max(1, touches)
        self.stripDepth = stripDepth
    }

    /// A tap.
    public var kind: GestureKind { .tap }

    /// The centroid of the fingers of the last tap, and the required number of taps.
    ///
    /// Where the fingers have left the zone of the tap, it is where the first of them went down.
    public var reading: GestureReading {
        let place = zone(of: location) == zone(of: tapStart) ? location : tapStart
        return GestureReading(location: place, numberOfTouches: touchCount, values: .tap(taps: taps))
    }

    private func zone(of location: Point) -> PlotZone? {
        guard let stripDepth, let plot else { return nil }
        return PlotZone(of: location, width: plot.dx, height: plot.dy, depth: stripDepth)
    }

    /// Reads the size of the plot area, where zones count.
    public mutating func viewportChanged(width: Double, height: Double) {
        if stripDepth != nil { plot = Vector(dx: width, dy: height) }
    }

    /// The end of the longest press while touches are down, and of the longest gap between two taps.
    public var timer: GestureTimer? {
        switch attempt {
        case .idle: nil
        case .pressed(let since):
            maximumPress.map { GestureTimer(kind: .expiry, deadline: since.advanced(byMilliseconds: $0)) }
        case .between(let lastUp):
            GestureTimer(kind: .expiry, deadline: lastUp.advanced(byMilliseconds: gap))
        }
    }

    /// Reads the limits of taps.
    public mutating func configure(_ thresholds: GestureThresholds) {
        slop = thresholds.tapSlop
        maximumPress = thresholds.tapMaximumPress
        gap = thresholds.multiTapGap
        minimumGap = thresholds.multiTapMinimumGap
        maximumTapDistance = thresholds.multiTapDistance
    }

    /// Proposes ended at the last up of the last tap, and failed as soon as the touches break a limit.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        switch input {
        case .touches(let change): handle(change)
        case .timer: fail()
        case .wheel, .hover: nil
        }
    }

    /// Forgets every tap.
    public mutating func reset() {
        attempt = .idle
        completedTaps = 0
        begunTouches = 0
        liftedTouches = []
        touchCount = 0
    }

    private mutating func handle(_ change: TouchChange) -> GestureState? {
        touchCount = change.down.count
        switch change.phase {
        case .began:
            if begunTouches == 0 { startTap(with: change.changed[0], at: change.time) }
            begunTouches &+= change.changed.count
            location = change.down.centroid
            return begunTouches > touches ? fail() : nil
        case .moved:
            location = change.down.centroid
            return change.changed.contains { $0.distanceFromStart > slop } ? fail() : nil
        case .ended:
            liftedTouches += change.changed
            location = (liftedTouches + change.down).centroid
            let isTap = change.changed.allSatisfy { touch in
                touch.distanceFromStart <= slop && change.time - touch.startTime <= maximumPress ?? .infinity
            }
            guard isTap, begunTouches == touches else { return fail() }
            return change.down.isEmpty ? completeTap(at: change.time) : nil
        case .cancelled:
            attempt = .idle
            return .cancelled
        }
    }

    private mutating func startTap(with touch: Touch, at time: Timestamp) {
        if case .between(let lastUp) = attempt {
            let distance = (touch.startLocation - tapStart).length
            let follows = time - lastUp <= gap && time - lastUp >= minimumGap && distance <= maximumTapDistance
            if !follows || zone(of: touch.startLocation) != zone(of: tapStart) { completedTaps = 0 }
        }
        attempt = .pressed(since: time)
        tapStart = touch.startLocation
    }

    private mutating func completeTap(at time: Timestamp) -> GestureState? {
        completedTaps &+= 1
        begunTouches = 0
        liftedTouches = []
        if completedTaps == taps {
            attempt = .idle
            return .ended
        }
        attempt = .between(lastUp: time)
        return nil
    }

    private mutating func fail() -> GestureState {
        attempt = .idle
        return .failed
    }
}
