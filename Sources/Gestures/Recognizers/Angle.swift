/// Plane angles in radians, computed with basic IEEE operations alone so that every platform gets the same bits.
enum Angle {
    /// The angle that turns `start` into the direction of `end`, clockwise positive with y down, in (−π, π].
    static func from(_ start: Vector, to end: Vector) -> Double {
        direction(
            dx: start.dx * end.dx + start.dy * end.dy,
            dy: start.dx * end.dy - start.dy * end.dx)
    }

    /// The angle with a whole turn added or subtracted, so that it lies in (−π, π].
    static func wrapped(_ angle: Double) -> Double {
        if angle > .pi { return angle - 2 * .pi }
        return angle <= -.pi ? angle + 2 * .pi : angle
    }

    /// The angle of a vector against the x axis, in (−π, π]; 0 for the zero vector.
    static func direction(dx: Double, dy: Double) -> Double {
        let (width, height) = (abs(dx), abs(dy))
        guard max(width, height) > 0 else { return 0 }
        let acute = height <= width ? arctangent(height / width) : .pi / 2 - arctangent(width / height)
        let upper = dx < 0 ? .pi - acute : acute
        return dy < 0 ? -upper : upper
    }

    /// The arctangent of a ratio between 0 and 1.
    ///
    /// Halving the angle twice by t → t / (1 + √(1 + t²)) leaves at most tan(π/16) < 0.2. There, 12 terms of the
    /// alternating series are exact to the last bits.
    private static func arctangent(_ ratio: Double) -> Double {
        var tangent = ratio
        for _ in 0..<2 { tangent /= 1 + (1 + tangent * tangent).squareRoot() }
        let square = tangent * tangent
        var sum = 0.0
        for divisor in stride(from: 23, through: 1, by: -2) {
            sum = 1 / Double(divisor) - square * sum
        }
        return 4 * tangent * sum
    }
}
