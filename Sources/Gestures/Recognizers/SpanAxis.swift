/// The part of the distance between two fingers that a pinch measures.
public enum SpanAxis: String, Sendable, Hashable, Codable {
    /// The distance itself.
    case xy
    /// The horizontal distance only.
    case x
    /// The vertical distance only.
    case y

    /// The measured distance between two points, in points, never negative.
    func span(from first: Point, to second: Point) -> Double {
        switch self {
        case .xy: (second - first).length
        case .x: abs(second.x - first.x)
        case .y: abs(second.y - first.y)
        }
    }
}
