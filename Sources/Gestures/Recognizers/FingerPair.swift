/// The first two touches by arrival, which a pinch and a rotation measure.
struct FingerPair: Sendable, Hashable, Codable {
    /// The arrival number of the touch that came first.
    private(set) var firstArrival: Int
    /// The arrival number of the touch that came second.
    private(set) var secondArrival: Int
    /// Where the touch that came first is.
    private(set) var first: Point
    /// Where the touch that came second is.
    private(set) var second: Point

    /// Creates the pair of the first two touches, which are in order of arrival; `nil` for fewer than two.
    init?(_ touches: [Touch]) {
        guard touches.count >= 2 else { return nil }
        firstArrival = touches[0].arrival
        secondArrival = touches[1].arrival
        first = touches[0].location
        second = touches[1].location
    }

    /// The midpoint, in points.
    var centroid: Point { Point(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2) }

    /// The displacement from the first to the second finger, in points.
    var arm: Vector { second - first }

    /// Whether both pairs are made of the same touches.
    func hasSameTouches(as other: FingerPair?) -> Bool {
        firstArrival == other?.firstArrival && secondArrival == other?.secondArrival
    }

    /// Updates the locations of the pair from changed touches.
    ///
    /// - Returns: Whether one of the changed touches belongs to the pair.
    mutating func update(from changed: [Touch]) -> Bool {
        var belongs = false
        for touch in changed {
            if touch.arrival == firstArrival {
                first = touch.location
                belongs = true
            } else if touch.arrival == secondArrival {
                second = touch.location
                belongs = true
            }
        }
        return belongs
    }
}
