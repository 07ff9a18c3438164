import Gestures

/// d3-zoom's own arithmetic, slowly, as its documentation gives it.
///
/// A transform k, x, y draws a point p of the chart at rest at k·p + (x, y). `scaleExtent` holds k; `translateExtent` holds
/// the part of the chart at rest that is in view. Each finger keeps the point that was under it when it landed; with two
/// fingers k is the quotient of their distances, and the midpoint of the kept points goes under that of the fingers.
///
/// Source: d3-zoom 3, README ("Zoom Behaviors": zoom.constrain, zoom.scaleExtent, zoom.translateExtent; "Zoom
/// Transforms": transform.invert) and the handlers of its touch events.
struct D3Zoom {
    /// A transform.
    struct Transform: Equatable {
        var k = 1.0
        var x = 0.0
        var y = 0.0

        /// The point of the chart at rest that is drawn at a point.
        func invert(_ point: Point) -> Point { Point(x: (point.x - x) / k, y: (point.y - y) / k) }
    }

    /// A finger with the point of the chart at rest that it holds.
    struct Finger {
        var place: Point
        var held: Point
    }

    /// The smallest and the largest k.
    var scaleExtent = 0.0...Double.infinity
    /// The corners of what can be seen of the chart at rest.
    var translateExtent: (low: Point, high: Point) = (
        Point(x: -.infinity, y: -.infinity), Point(x: .infinity, y: .infinity)
    )
    /// The bottom right corner of the plot area.
    let corner: Point
    /// How the chart is drawn.
    private(set) var transform = Transform()
    /// Whether an extent held the last move back.
    private(set) var isHeld = false
    private var fingers: [Finger] = []

    init(width: Double, height: Double) {
        corner = Point(x: width, y: height)
    }

    /// A finger lands, beside one other at most.
    mutating func land(_ place: Point) {
        fingers.append(Finger(place: place, held: transform.invert(place)))
    }

    /// A finger lifts; the other one holds on to what is under it now.
    mutating func lift(_ index: Int) {
        fingers.remove(at: index)
        for index in fingers.indices { fingers[index].held = transform.invert(fingers[index].place) }
    }

    /// The fingers move.
    mutating func move(_ places: [Point]) {
        for index in fingers.indices { fingers[index].place = places[index] }
        var (place, held) = (fingers[0].place, fingers[0].held)
        var k = transform.k
        if fingers.count == 2 {
            let (one, other) = (fingers[0], fingers[1])
            k = (other.place - one.place).length / (other.held - one.held).length
            place = Point(x: (one.place.x + other.place.x) / 2, y: (one.place.y + other.place.y) / 2)
            held = Point(x: (one.held.x + other.held.x) / 2, y: (one.held.y + other.held.y) / 2)
        }
        let limited = min(max(k, scaleExtent.lowerBound), scaleExtent.upperBound)
        let free = Transform(k: limited, x: place.x - held.x * limited, y: place.y - held.y * limited)
        transform = constrained(free)
        isHeld = limited != k || transform != free
    }

    /// d3's default constraint: what is in view is shifted inside the translate extent.
    private func constrained(_ free: Transform) -> Transform {
        let (low, high) = (free.invert(.zero), free.invert(corner))
        var result = free
        result.x += free.k * Self.shift(low.x - translateExtent.low.x, high.x - translateExtent.high.x)
        result.y += free.k * Self.shift(low.y - translateExtent.low.y, high.y - translateExtent.high.y)
        return result
    }

    private static func shift(_ low: Double, _ high: Double) -> Double {
        if high > low { return (low + high) / 2 }
        return low < 0 ? low : max(0, high)
    }
}
