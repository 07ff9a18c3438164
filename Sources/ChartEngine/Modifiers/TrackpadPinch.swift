import Gestures

/// The scale of a pinch that a browser reports as turns of the wheel.
enum TrackpadPinch {
    /// The length of a line, in points.
    private static let pointsPerLine = 40.0

    /// Returns the factor of one turn: 2^(−deltaY · 0.01), with deltaY in points.
    ///
    /// - Parameters:
    ///   - deltaY: The vertical turn.
    ///   - deltaMode: The unit of the turn; a line is 40 points.
    ///   - page: The length of a page, in points.
    /// - Returns: A finite factor above 0.
    static func scale(deltaY: Double, deltaMode: WheelEvent.DeltaMode, page: Double) -> Double {
        let unit =
            switch deltaMode {
            case .pixel: 1.0
            case .line: pointsPerLine
            case .page: page
            }
        return ElementaryFunctions.powerOfTwo(min(max(-deltaY * unit * 0.01, -300), 300))
    }
}
