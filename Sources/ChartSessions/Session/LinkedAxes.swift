import ChartEngine

/// The axes linked with a leader, with the map from its range to theirs.
struct LinkedAxes {
    /// An axis, and the map from the leader's values.
    struct Member {
        let axis: AxisReference
        let map: LinkMap
    }

    /// The axes, the leader first, then in the order of discovery.
    private(set) var members: [Member]

    /// Follows the links from an axis.
    ///
    /// An axis that follows its data follows no other axis. It also leads to none, unless it is the leader.
    ///
    /// - Parameters:
    ///   - leader: The axis.
    ///   - session: Its session.
    /// - Complexity: O(members of the followed links).
    init(with leader: AxisReference, in session: Session) {
        members = [Member(axis: leader, map: .identity)]
        var known: Set<AxisReference> = [leader]
        var taken: Set<Int> = []
        var next = 0
        while next < members.count {
            let member = members[next]
            next += 1
            guard let places = session.linkIndex.places[member.axis], let axis = session.axis(member.axis) else {
                continue
            }
            for (number, position) in places where taken.insert(number).inserted {
                let link = session.links[number]
                for (index, other) in link.members.enumerated() where !known.contains(other) {
                    guard let following = session.axis(other), !following.options.autoRange.followsData,
                        let map = link.map(from: (position, axis), to: (index, following))
                    else { continue }
                    known.insert(other)
                    members.append(Member(axis: other, map: member.map.followed(by: map)))
                }
            }
        }
    }
}

/// A map from one axis's values to another's: linear in positions, or several such maps one after the other.
struct LinkMap {
    /// A linear map of positions.
    private struct Step {
        var from: Double
        var to: Double
        var scale = 1.0
        /// The scales of the axes between which it maps.
        var scales = (from: AxisScale.linear, to: AxisScale.linear)

        var isLinear: Bool { scales == (.linear, .linear) }

        var reversed: Step { Step(from: to, to: from, scale: 1 / scale, scales: (scales.to, scales.from)) }

        func apply(_ axisValue: Double) -> Double {
            scales.to.value(at: to + (scales.from.position(of: axisValue) - from) * scale)
        }
    }

    private var steps: [Step]

    /// Maps one value to another, with a scale for the distances from it.
    init(from: Double, to: Double, scale: Double = 1) {
        steps = scale == 1 && from == to ? [] : [Step(from: from, to: to, scale: scale)]
    }

    /// Maps one range to another in positions; `nil` for ranges outside of the axes' scales.
    init?(from: AxisRange, on fromScale: AxisScale, to: AxisRange, on toScale: AxisScale) {
        guard let start = fromScale.positions(of: from), let end = toScale.positions(of: to) else { return nil }
        let step = Step(from: start.min, to: end.min, scale: end.span / start.span, scales: (fromScale, toScale))
        steps = fromScale == toScale && step.scale == 1 && step.from == step.to ? [] : [step]
    }

    /// The identity.
    static let identity = LinkMap(from: 0, to: 0)

    /// Whether the map is exactly the identity.
    var isIdentity: Bool { steps.isEmpty }

    /// This map followed by another one.
    func followed(by next: LinkMap) -> LinkMap {
        guard let last = steps.last, let first = next.steps.first else { return isIdentity ? next : self }
        var joined = self
        if last.isLinear, first.isLinear, next.steps.count == 1 {
            let step = Step(from: last.from, to: first.apply(last.to), scale: last.scale * first.scale)
            joined.steps[steps.count - 1] = step
        } else {
            joined.steps += next.steps
        }
        return joined
    }

    /// The image of a range; `nil` if that is no range.
    func image(of range: AxisRange) -> AxisRange? {
        isIdentity ? range : AxisRange(min: apply(range.min), max: apply(range.max))
    }

    /// The range with this image; `nil` if that is no range.
    func preimage(of range: AxisRange) -> AxisRange? {
        var reversed = self
        reversed.steps = steps.reversed().map(\.reversed)
        return reversed.image(of: range)
    }

    /// Whether an axis shows the image of a range: exactly for the identity, otherwise with rounding on either axis.
    ///
    /// - Parameters:
    ///   - shown: The range of the axis.
    ///   - range: The range of the other axis.
    /// - Returns: Whether the ranges agree.
    func isMet(by shown: AxisRange, of range: AxisRange) -> Bool {
        guard let first = steps.first, let last = steps.last else { return shown == range }
        return last.scales.to.isNearly(image(of: range), shown)
            || first.scales.from.isNearly(preimage(of: shown), range)
    }

    private func apply(_ axisValue: Double) -> Double { steps.reduce(axisValue) { $1.apply($0) } }
}
