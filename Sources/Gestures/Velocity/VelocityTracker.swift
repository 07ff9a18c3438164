/// Estimates the velocity of a moving point from its last positions.
///
/// A parabola is fitted by least squares to the newest samples, each axis by itself, and its slope at the newest sample
/// is the velocity. The limits are those of ``GestureConstants``: 20 samples, a horizon of 100 ms, a pause of more than
/// 40 ms breaks, fewer than 3 samples are 0. The method is Flutter's and Android's `lsq2`; a fitted slope whose sign
/// opposes the net movement of its samples is 0, which is a restricted form of Chromium's rule.
///
/// Complexity: O(1) to add, O(20) to estimate, without allocation once the samples are full.
public struct VelocityTracker: Sendable, Hashable, Codable {
    private struct Sample: Sendable, Hashable, Codable {
        var time: Timestamp
        var position: Vector
    }

    /// Whether a velocity that opposes the net movement is reported as 0; `false` keeps the plain fit.
    public var dropsOpposingVelocity: Bool
    private var samples: [Sample] = []
    private var newest = -1

    /// Creates a tracker without samples.
    public init(dropsOpposingVelocity: Bool = true) {
        self.dropsOpposingVelocity = dropsOpposingVelocity
    }

    /// Creates a tracker that follows the rules of a profile: `flutter` keeps the plain fit.
    public init(profile: GestureProfile) {
        self.init(dropsOpposingVelocity: profile != .flutter)
    }

    /// Forgets every sample.
    public mutating func reset() {
        samples.removeAll(keepingCapacity: true)
        newest = -1
    }

    /// Adds the position in points at a moment that is not before the last one.
    public mutating func add(_ position: Vector, at time: Timestamp) {
        newest = newest + 1 == GestureConstants.velocitySamples ? 0 : newest + 1
        let sample = Sample(time: time, position: position)
        if newest < samples.count {
            samples[newest] = sample
        } else {
            if samples.isEmpty { samples.reserveCapacity(GestureConstants.velocitySamples) }
            samples.append(sample)
        }
    }

    /// The velocity at a moment, in points per second.
    ///
    /// - Parameter time: The moment of the newest sample, or of a release after it.
    /// - Returns: (0, 0) when there are fewer than three samples at three moments, or when the newest one is more than
    ///   40 ms before `time`.
    public func velocity(at time: Timestamp) -> Vector {
        guard samples.count >= GestureConstants.velocityMinimumSamples,
            time - samples[newest].time <= GestureConstants.velocityMaximumGap
        else { return .zero }
        let used = usedCount
        guard used.samples >= GestureConstants.velocityMinimumSamples, used.moments >= 3 else { return .zero }
        return slope(of: used.samples)
    }

    /// How many of the newest samples count, and at how many different moments they were taken.
    private var usedCount: (samples: Int, moments: Int) {
        let end = samples[newest].time
        var count = 1
        var moments = 1
        var later = end
        var index = newest
        while count < samples.count {
            index = index == 0 ? samples.count - 1 : index - 1
            let time = samples[index].time
            guard end - time <= GestureConstants.velocityHorizon,
                later - time <= GestureConstants.velocityMaximumGap
            else { break }
            if time != later { moments += 1 }
            later = time
            count += 1
        }
        return (count, moments)
    }

    /// The slope at the newest sample of the parabola through the newest `count` samples.
    ///
    /// In orthogonal polynomials over u = t − mean(t): 1, u, and u² − (S₃/S₂)u − S₂/n with Sₖ = Σuᵏ, so that each
    /// coefficient is a quotient of two sums and no system has to be solved.
    private func slope(of count: Int) -> Vector {
        let end = samples[newest]
        let first = newest - count + 1
        let oldest = first >= 0 ? first : first + samples.count
        var sum = 0.0
        var index = oldest
        for _ in 0..<count {
            sum += samples[index].time - end.time
            index = index + 1 == samples.count ? 0 : index + 1
        }
        let mean = sum / Double(count)
        var (s2, s3, s4) = (0.0, 0.0, 0.0)
        var (x0, x1, x2) = (0.0, 0.0, 0.0)
        var (y0, y1, y2) = (0.0, 0.0, 0.0)
        index = oldest
        for _ in 0..<count {
            let u = (samples[index].time - end.time) - mean
            let dx = samples[index].position.dx - end.position.dx
            let dy = samples[index].position.dy - end.position.dy
            let square = u * u
            s2 += square
            s3 += square * u
            s4 += square * square
            x0 += dx
            x1 += dx * u
            x2 += dx * square
            y0 += dy
            y1 += dy * u
            y2 += dy * square
            index = index + 1 == samples.count ? 0 : index + 1
        }
        let skew = s3 / s2
        let level = s2 / Double(count)
        let norm = s4 - s2 * level - s3 * skew
        let curve = 2 * -mean - skew
        let vx = x1 / s2 + (x2 - skew * x1 - level * x0) / norm * curve
        let vy = y1 / s2 + (y2 - skew * y1 - level * y0) / norm * curve
        let net = end.position - samples[oldest].position
        return Vector(dx: permitted(vx * 1_000, net: net.dx), dy: permitted(vy * 1_000, net: net.dy))
    }

    private func permitted(_ velocity: Double, net: Double) -> Double {
        guard velocity.isFinite else { return 0 }
        return dropsOpposingVelocity && velocity * net < 0 ? 0 : velocity
    }
}
