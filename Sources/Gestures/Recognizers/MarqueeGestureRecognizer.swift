/// Recognizes a drag that spans a rectangle from the touch-down point to the first finger.
///
/// While a second finger is down, the rectangle has the plot area's aspect ratio. The side that is larger relative to
/// the plot area stays, and the other side grows, so the first finger is never outside. When the first finger lifts
/// before another, the rectangle no longer changes. The gesture ends when all fingers are up.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the first finger sets the fixed corner | possible | down | – | nothing |
/// | a marquee without minimum distance begins on touch down | possible | down | began | `began` with an empty rectangle |
/// | a drag short of the distance is no marquee yet | possible | move | – | nothing |
/// | a finger that is not the first begins no marquee | possible | move | – | nothing |
/// | the first finger that reaches the distance begins the marquee | possible | move | began | `began`, rectangle |
/// | a finger that lifts before the others keeps the marquee possible | possible | up | – | nothing |
/// | the last finger that lifts fails a marquee that has not begun | possible | up | failed | nothing |
/// | a cancelled touch fails a marquee that has not begun | possible | cancel | failed | nothing |
/// | a second finger makes the rectangle keep its aspect ratio | began, changed | down | changed | `changed`, rectangle |
/// | a finger that comes down and changes no rectangle is ignored | began, changed | down | – | nothing |
/// | the first finger moves the opposite corner | began, changed | move | changed | `changed`, rectangle |
/// | a move of another finger is ignored | began, changed | move | – | nothing |
/// | a second finger that lifts frees the aspect ratio | began, changed | up | changed | `changed`, rectangle |
/// | a first finger that lifts early leaves the rectangle as it is | began, changed | up | – | nothing |
/// | the last finger that lifts ends it with the final rectangle | began, changed | up | ended | `ended`, rectangle |
/// | a cancelled touch cancels the marquee | began, changed | cancel | cancelled | `cancelled` |
public struct MarqueeGestureRecognizer: GestureRecognizer, Hashable {
    private let minimumDistance: Double?
    private var viewport: Vector?
    private var distance = 10.0
    private var beginsAtDistance = true

    private var firstArrival: Int?
    private var start = Point.zero
    private var corner = Point.zero
    private var keepsAspectRatio = false
    private var hasReachedDistance = false
    private var location = Point.zero
    private var touchCount = 0

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - viewportSize: The plot area's width and height in points, until ``viewportChanged(width:height:)`` replaces
    ///     it. Without a size the aspect ratio is free.
    ///   - minimumDistance: How far the first finger must move, in points. `nil` means the pan hysteresis of the
    ///     thresholds; 0 means that the marquee begins on touch down.
    public init(viewportSize: Vector? = nil, minimumDistance: Double? = nil) {
        viewport = viewportSize
        self.minimumDistance = minimumDistance
    }

    /// A marquee.
    public var kind: GestureKind { .marquee }

    /// The rectangle spanned so far.
    public var reading: GestureReading {
        GestureReading(
            location: location, numberOfTouches: touchCount, values: .marquee(selectionRect: selectionRect))
    }

    /// None: a marquee waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Reads the pan hysteresis and its comparison.
    public mutating func configure(_ thresholds: GestureThresholds) {
        distance = minimumDistance ?? thresholds.panHysteresis
        beginsAtDistance = thresholds.profile == .uikit
    }

    /// Reads the size whose aspect ratio the rectangle has while a second finger is down, and scales the rectangle.
    public mutating func viewportChanged(width: Double, height: Double) {
        if let viewport, firstArrival != nil, viewport.dx > 0, viewport.dy > 0 {
            let factors = Vector(dx: width / viewport.dx, dy: height / viewport.dy)
            (start, corner) = (start.scaled(by: factors), corner.scaled(by: factors))
        }
        viewport = Vector(dx: width, dy: height)
    }

    /// Moves the corner of the first finger; the fixed corner stays.
    public mutating func touchesPlaced(_ touches: [Touch]) {
        if let first = touches.first(where: { $0.arrival == firstArrival }) { corner = first.location }
        location = touches.centroid
    }

    /// Proposes began after the minimum distance, changed with the rectangle, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        let before = selectionRect
        touchCount = change.down.count
        location = (change.down.isEmpty ? change.changed : change.down).centroid
        switch change.phase {
        case .began:
            if firstArrival == nil {
                firstArrival = change.changed[0].arrival
                start = change.changed[0].startLocation
                corner = start
            }
            keepsAspectRatio = change.down.count > 1 && change.down[0].arrival == firstArrival
            if state.isActive { return selectionRect == before ? nil : .changed }
            return distance <= 0 ? .began : nil
        case .moved:
            guard followCorner(in: change.changed) else { return nil }
            if state.isActive { return .changed }
            return hasReachedDistance ? .began : nil
        case .ended:
            _ = followCorner(in: change.changed)
            guard !change.down.isEmpty else { return state.isActive ? .ended : .failed }
            if change.down[0].arrival == firstArrival { keepsAspectRatio = change.down.count > 1 }
            return state.isActive && selectionRect != before ? .changed : nil
        case .cancelled:
            return .cancelled
        }
    }

    /// Forgets the rectangle.
    public mutating func reset() {
        firstArrival = nil
        start = .zero
        corner = .zero
        keepsAspectRatio = false
        hasReachedDistance = false
        location = .zero
        touchCount = 0
    }

    private var selectionRect: Rect {
        guard keepsAspectRatio, let viewport, viewport.dx > 0, viewport.dy > 0 else {
            return Rect(corner: start, corner: corner)
        }
        let reach = corner - start
        var (width, height) = (abs(reach.dx), abs(reach.dy))
        if width * viewport.dy >= height * viewport.dx {
            height = width * viewport.dy / viewport.dx
        } else {
            width = height * viewport.dx / viewport.dy
        }
        return Rect(
            corner: start,
            corner: Point(
                x: reach.dx < 0 ? start.x - width : start.x + width,
                y: reach.dy < 0 ? start.y - height : start.y + height))
    }

    private mutating func followCorner(in changed: [Touch]) -> Bool {
        guard let touch = changed.first(where: { $0.arrival == firstArrival }) else { return false }
        corner = touch.location
        let moved = touch.distanceFromStart
        if distance <= 0 || (beginsAtDistance ? moved >= distance : moved > distance) { hasReachedDistance = true }
        return true
    }
}
