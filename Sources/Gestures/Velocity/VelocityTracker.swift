/// Estimates the velocity of a moving point from its last positions.
///
/// For each axis the tracker fits a parabola by least squares to the newest samples; the velocity is its slope at the
/// newest one. It uses at most 20 samples of the last 100 ms, back to the first pause of more than 40 ms. With fewer
/// than 3 samples the velocity is 0. ``GestureConstants`` has these limits. The method is Flutter's and Android's
/// `lsq2`. A slope that opposes the net movement of its samples becomes 0, a restricted form of Chromium's rule.
///
/// Complexity: O(1) to add, O(20) to estimate, without allocation once the samples are full.
public struct VelocityTracker: Sendable, Hashable, Codable {
    private struct Sample: Sendable, Hashable, Codable {
        var time: Timestamp
        var position: Vector
    }

    /// Whether a velocity that opposes the net movement becomes 0; `false` keeps the plain fit.
    public var dropsOpposingVelocity: Bool
    /// The samples in order of time, up to twice as many as the fit uses, so that ``add(_:at:)`` drops old ones rarely.
    private var samples: [Sample] = []

    /// Creates a tracker without samples.
    public init(dropsOpposingVelocity: Bool = true) {
        self.dropsOpposingVelocity = dropsOpposingVelocity
    }

    /// Creates a tracker that follows the rules of a profile: `flutter` keeps the plain fit.
    public init(profile: GestureProfile) {
        self.init(dropsOpposingVelocity: profile != .flutter)
    }

    /// Removes all samples and frees their memory.
    public mutating func reset() { samples = [] }

    /// Adds a position in points, at a moment no earlier than the last one.
    public mutating func add(_ position: Vector, at time: Timestamp) {
        let most = GestureConstants.velocitySamples
        if samples.count == 2 * most { samples.removeFirst(most) }
        samples.append(Sample(time: time, position: position))
    }

    /// The velocity at a moment, in points per second.
    ///
    /// - Parameter time: The moment of the newest sample, or of a release after it.
    /// - Returns: (0, 0) with samples at fewer than three moments, or when the newest is more than 40 ms old.
    public func velocity(at time: Timestamp) -> Vector {
        guard samples.count >= GestureConstants.velocityMinimumSamples, let newest = samples.last,
            time - newest.time <= GestureConstants.velocityMaximumGap
        else { return .zero }
        let horizon = Int64(GestureConstants.velocityHorizon * 1_000)
        let maximumGap = Int64(GestureConstants.velocityMaximumGap * 1_000)
        var sums = Sums()
        var oldest = newest
        var index = samples.count
        let end = max(0, index - GestureConstants.velocitySamples)
        while index > end {
            index -= 1
            let sample = samples[index]
            let age = newest.time.microseconds - sample.time.microseconds
            let gap = oldest.time.microseconds - sample.time.microseconds
            guard age <= horizon, gap <= maximumGap else { break }
            sums.add(sample.position - newest.position, age: Double(age), isNewMoment: gap != 0)
            oldest = sample
        }
        guard sums.count >= GestureConstants.velocityMinimumSamples, sums.moments >= 3 else { return .zero }
        let slope = sums.slope
        let net = newest.position - oldest.position
        return Vector(dx: permitted(slope.dx, net: net.dx), dy: permitted(slope.dy, net: net.dy))
    }

    private func permitted(_ velocity: Double, net: Double) -> Double {
        guard velocity.isFinite else { return 0 }
        return dropsOpposingVelocity && velocity * net < 0 ? 0 : velocity
    }

    /// The sums over the samples that a least-squares parabola needs, with t = −age in microseconds and positions
    /// relative to the newest one.
    private struct Sums {
        var count = 0
        var moments = 1
        private var (t1, t2, t3, t4) = (0.0, 0.0, 0.0, 0.0)
        /// Σp, Σpt and Σpt² of both axes.
        private var (p0, p1, p2) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)

        @inline(__always)
        mutating func add(_ position: Vector, age: Double, isNewMoment: Bool) {
            let square = age * age
            let position = SIMD2(position.dx, position.dy)
            count += 1
            if isNewMoment { moments += 1 }
            t1 -= age
            t2 += square
            t3 -= square * age
            t4 += square * square
            p0 += position
            p1 -= position * age
            p2 += position * square
        }

        /// The slope at t = 0, in points per second.
        ///
        /// The fit uses orthogonal polynomials over u = t − mean(t): 1, u, and u² − (S₃/S₂)u − S₂/n with Sₖ = Σuᵏ. Then
        /// each coefficient is a quotient of two sums, and there is no linear system to solve.
        var slope: Vector {
            let n = Double(count)
            let mean = t1 / n
            let s2 = t2 - mean * t1
            let s3 = t3 - 3 * mean * t2 + 2 * mean * mean * t1
            let s4 = t4 - 4 * mean * t3 + 6 * mean * mean * t2 - 3 * mean * mean * mean * t1
            let skew = s3 / s2
            let level = s2 / n
            let norm = s4 - s2 * level - s3 * skew
            let steepness = (-2 * mean - skew) / norm
            let u1 = p1 - mean * p0
            let u2 = p2 - 2 * mean * p1 + mean * mean * p0
            let slope = (u1 / s2 + (u2 - skew * u1 - level * p0) * steepness) * 1_000_000
            return Vector(dx: slope.x, dy: slope.y)
        }
    }
}
