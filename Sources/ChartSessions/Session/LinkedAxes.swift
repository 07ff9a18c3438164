import ChartEngine

/// The axes that links join with one of them, and what each shows when that one shows a range.
struct LinkedAxes {
    /// An axis, and its place beside the leader's.
    struct Member {
        let axis: AxisReference
        let map: LinkMap
    }

    /// The axes, the leader first, then in the order in which links lead to them.
    private(set) var members: [Member]

    /// Follows the links from an axis.
    ///
    /// An axis that follows its data alone follows no other, and leads to none unless it is the leader itself.
    ///
    /// - Parameters:
    ///   - leader: The axis.
    ///   - session: Its session.
    /// - Complexity: O(members of the links that are followed).
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

/// Where the values of one axis lie on another: shifted, and spread or narrowed about a pair of values.
struct LinkMap {
    private let from: Double
    private let to: Double
    private let scale: Double

    /// Puts one value onto another, and others beside it at so many times their distance.
    init(from: Double, to: Double, scale: Double = 1) {
        self.from = from
        self.to = to
        self.scale = scale
    }

    /// Every value lies at itself.
    static let identity = LinkMap(from: 0, to: 0)

    /// Whether every value lies at itself, bit for bit.
    var isIdentity: Bool { scale == 1 && from == to }

    /// This map, and another behind it.
    func followed(by next: LinkMap) -> LinkMap {
        if isIdentity { return next }
        return LinkMap(from: from, to: next.apply(to), scale: scale * next.scale)
    }

    /// What a range comes to; `nil` when that is no range.
    func image(of range: AxisRange) -> AxisRange? {
        isIdentity ? range : AxisRange(min: apply(range.min), max: apply(range.max))
    }

    /// What comes to a range; `nil` when that is no range.
    func preimage(of range: AxisRange) -> AxisRange? {
        isIdentity ? range : LinkMap(from: to, to: from, scale: 1 / scale).image(of: range)
    }

    /// Whether an axis shows what another one's range comes to, but for rounding on either of them unless values lie at
    /// themselves.
    ///
    /// - Parameters:
    ///   - shown: What the axis shows.
    ///   - range: What the other one shows.
    /// - Returns: Whether the ranges agree.
    func isMet(by shown: AxisRange, of range: AxisRange) -> Bool {
        if isIdentity { return shown == range }
        return image(of: range)?.isNearly(shown) == true || preimage(of: shown)?.isNearly(range) == true
    }

    private func apply(_ axisValue: Double) -> Double { to + (axisValue - from) * scale }
}
