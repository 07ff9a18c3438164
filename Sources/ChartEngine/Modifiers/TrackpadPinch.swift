import Gestures

/// A modifier of pinches that takes a turn of the wheel with Control for one, which is how browsers tell a pinch on a trackpad.
protocol TrackpadPinchModifier: GestureModifier {
    /// Whether it does so.
    var takesTrackpad: Bool { get }
}

/// The scale of a pinch that a browser tells as turns of the wheel.
enum TrackpadPinch {
    /// How many points a line is.
    private static let pointsPerLine = 40.0

    /// The factor of one turn: 2^(−deltaY · 0.01), with deltaY in points.
    ///
    /// - Parameters:
    ///   - deltaY: The vertical turn.
    ///   - deltaMode: The unit of the turn; a line is 40 points.
    ///   - page: The points of a page.
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
