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

/// A linear map from one axis's values to another's.
struct LinkMap {
    private let from: Double
    private let to: Double
    private let scale: Double

    /// Maps one value to another, with a scale for the distances from it.
    init(from: Double, to: Double, scale: Double = 1) {
        self.from = from
        self.to = to
        self.scale = scale
    }

    /// The identity.
    static let identity = LinkMap(from: 0, to: 0)

    /// Whether the map is exactly the identity.
    var isIdentity: Bool { scale == 1 && from == to }

    /// This map followed by another one.
    func followed(by next: LinkMap) -> LinkMap {
        if isIdentity { return next }
        return LinkMap(from: from, to: next.apply(to), scale: scale * next.scale)
    }

    /// The image of a range; `nil` if that is no range.
    func image(of range: AxisRange) -> AxisRange? {
        isIdentity ? range : AxisRange(min: apply(range.min), max: apply(range.max))
    }

    /// The range with this image; `nil` if that is no range.
    func preimage(of range: AxisRange) -> AxisRange? {
        isIdentity ? range : LinkMap(from: to, to: from, scale: 1 / scale).image(of: range)
    }

    /// Whether an axis shows the image of a range: exactly for the identity, otherwise with rounding on either axis.
    ///
    /// - Parameters:
    ///   - shown: The range of the axis.
    ///   - range: The range of the other axis.
    /// - Returns: Whether the ranges agree.
    func isMet(by shown: AxisRange, of range: AxisRange) -> Bool {
        if isIdentity { return shown == range }
        return image(of: range)?.isNearly(shown) == true || preimage(of: shown)?.isNearly(range) == true
    }

    private func apply(_ axisValue: Double) -> Double { to + (axisValue - from) * scale }
}
