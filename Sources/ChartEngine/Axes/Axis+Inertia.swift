import Gestures

/// The inertial motion of an axis after a pan.
struct AxisInertia: Sendable, Hashable, Codable {
    /// The id of the modifier that panned.
    var owner: String
    /// How the content moves.
    var motion: InertialMotion
    /// The visible positions at the start.
    var base: AxisRange
    /// How the range is clipped.
    var clip: RangeClip
    /// How far the motion had come when others moved the range to ``base``, in points; `nil` for the start.
    var passed: Double?
    /// How far the motion has come, in points; `nil` at the start.
    var reached: Double?
    /// The visible positions after the last move; `nil` before the first.
    var shown: AxisRange?

    /// Adapts to an axis of another length; the speed in values stays.
    mutating func scale(by factors: Vector, isVertical: Bool) {
        let factor = isVertical ? factors.dy : factors.dx
        motion = motion.scaled(by: factors)
        passed = passed.map { $0 * factor }
        reached = reached.map { $0 * factor }
    }
}

extension Axis {
    /// Starts an inertial motion, unless the axis follows its data, has no velocity or is at its limit.
    mutating func startInertia(_ motion: InertialMotion, owner: String, length: Double, clip: RangeClip) {
        let wanted = AxisInertia(owner: owner, motion: motion, base: visiblePositions, clip: clip)
        let velocity = along(motion.velocity)
        let room = room(of: wanted, length: length)
        let isFree = velocity < 0 ? room.lowerBound < 0 : room.upperBound > 0
        if !options.autoRange.followsData, velocity != 0, isFree { inertia = wanted }
    }

    /// Moves the content to where the motion has it at a moment.
    ///
    /// It always computes from the start of the motion, so the moments in between do not change the result. Where
    /// others have moved the range since the last call, the motion goes on from that range.
    mutating func coast(to time: Timestamp, length: Double) {
        guard var inertia else { return }
        if visiblePositions != inertia.shown ?? inertia.base {
            inertia.base = visiblePositions
            inertia.passed = inertia.reached
        }
        let reached = along(inertia.motion.displacement(at: time))
        let points = reached - (inertia.passed ?? 0)
        let room = room(of: inertia, length: length)
        requested = RequestedRange(range: inertia.base)
        pan(byPoints: min(max(points, room.lowerBound), room.upperBound), length: length, clip: inertia.clip)
        let isAtEdge = points <= room.lowerBound && points < 0 || points >= room.upperBound && points > 0
        inertia.reached = reached
        inertia.shown = visiblePositions
        self.inertia = isAtEdge || inertia.motion.isOver(at: time) ? nil : inertia
    }

    /// Ends the motion at the visible range.
    mutating func stopInertia() {
        guard isCoasting else { return }
        inertia = nil
        endRequest()
    }

    private func along(_ vector: Vector) -> Double { isVertical ? vector.dy : vector.dx }

    /// How far the content may move either way, in points, until an end of the range meets its limit.
    private func room(of inertia: AxisInertia, length: Double) -> ClosedRange<Double> {
        let constraint = constraint(of: inertia.clip)
        let (stopsAtMin, stopsAtMax) =
            switch inertia.clip.mode {
            case .none: (false, false)
            case .clipAtExtents, .stretchAtExtents: (true, true)
            case .clipAtMin: (true, false)
            case .clipAtMax: (false, true)
            }
        let lows = [stopsAtMin ? constraint.clipTarget.min : nil, constraint.hardLimit.min].compactMap(\.self)
        let highs = [stopsAtMax ? constraint.clipTarget.max : nil, constraint.hardLimit.max].compactMap(\.self)
        let viewport = viewport(inertia.base, length: length)
        let ends = viewport.isReversed ? (low: length, high: 0) : (low: 0, high: length)
        let toLow = lows.max().map { ends.low - viewport.apply($0) }
        let toHigh = highs.min().map { ends.high - viewport.apply($0) }
        let (back, forth) = viewport.isReversed ? (toLow, toHigh) : (toHigh, toLow)
        return min(back ?? -.infinity, 0)...max(forth ?? .infinity, 0)
    }
}

extension Chart {
    /// Starts an inertial motion of the chosen axes.
    ///
    /// - Parameters:
    ///   - motion: How the content moves.
    ///   - owner: The id of the modifier that panned.
    ///   - axes: The axes that take part.
    ///   - clipX: How x ranges are clipped.
    ///   - clipY: How y ranges are clipped.
    mutating func startInertia(
        _ motion: InertialMotion, owner: String, axes: AxisChoice, clipX: RangeClip, clipY: RangeClip
    ) {
        forEachAxis(axes) { axis, length in
            axis.startInertia(motion, owner: owner, length: length, clip: axis.dimension == .x ? clipX : clipY)
        }
    }

    /// Adapts every motion to a resized plot area.
    mutating func scaleInertia(by factors: Vector) {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, _ in
            let isVertical = axis.isVertical
            axis.inertia?.scale(by: factors, isVertical: isVertical)
        }
    }

    /// Whether an axis is in inertial motion after a pan of a modifier.
    func isCoasting(_ owner: String) -> Bool {
        (xAxes + yAxes).contains { $0.inertia?.owner == owner }
    }

    /// Moves the content to where every inertial motion has it at a moment.
    mutating func coast(to time: Timestamp) {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, length in axis.coast(to: time, length: length) }
    }

    /// Ends every motion, or those of one modifier, at the visible range.
    mutating func stopInertia(of owner: String? = nil) {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, _ in
            if owner == nil || axis.inertia?.owner == owner { axis.stopInertia() }
        }
    }

    /// Moves every motion to its end, because a client with a different clock drives the surface now.
    mutating func finishInertia() {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, length in
            if let end = axis.inertia?.motion.end { axis.coast(to: end, length: length) }
        }
    }

    var isCoasting: Bool { xAxes.isCoasting || yAxes.isCoasting }
}

extension [Axis] {
    /// Whether one of the axes is in inertial motion.
    fileprivate var isCoasting: Bool {
        for index in indices where self[index].isCoasting { return true }
        return false
    }
}
