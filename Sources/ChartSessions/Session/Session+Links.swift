public import ChartEngine

extension Session {
    /// Moves the axes that are linked with those that a change has moved.
    ///
    /// Resolved once for each change, from the axis that it moved; each axis follows at most once, so links cannot run in
    /// circles.
    ///
    /// - Parameters:
    ///   - before: The ranges of the changed surface before the change.
    ///   - index: The changed surface.
    mutating func resolveLinks(before: [AxisRange], changeOf index: Int) {
        guard !links.isEmpty else { return }
        let chart = surfaces[index].surface.chart
        let axes = chart.xAxes + chart.yAxes
        var moved = zip(axes, before).filter { $0.visibleRange != $1 }
            .map { AxisLink.Member(surface: chart.id, axis: $0.0.id) }
        var settled = moved
        while !moved.isEmpty {
            let leader = moved.removeFirst()
            for link in links {
                guard let position = link.members.firstIndex(of: leader) else { continue }
                for (follower, member) in link.members.enumerated() where !settled.contains(member) {
                    settled.append(member)
                    if follow(link, leader: position, follower: follower) { moved.append(member) }
                }
            }
        }
    }

    /// Moves one member of a link after another.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - leader: The position of the member that has moved.
    ///   - follower: The position of the one that follows.
    /// - Returns: Whether it has moved.
    private mutating func follow(_ link: AxisLink, leader: Int, follower: Int) -> Bool {
        let member = link.members[follower]
        guard let leading = axis(link.members[leader]), let following = axis(member),
            let index = surfaces.firstIndex(where: { $0.id == member.surface }),
            let range = link.range(ofMember: follower, leader: leader, leading: leading, following: following),
            range != following.visibleRange
        else { return false }
        let before = surfaces[index].surface.chart.snapshots
        surfaces[index].surface.follow(range, axis: member.axis)
        let step = RangeStep(before: before, after: surfaces[index].surface.chart.snapshots)
        guard step.before != step.after else { return false }
        history.noteLinked(RangeChange(surface: member.surface, step: step))
        surfaces[index].revision = revision
        return true
    }

    /// An axis of the session.
    public func axis(_ member: AxisLink.Member) -> Axis? { surface(member.surface)?.surface.chart.axis(member.axis) }

    /// Moves the members of every link after its first one, when the links are made.
    mutating func alignLinks() {
        for link in links where link.kind != .offset {
            for follower in link.members.indices.dropFirst() { _ = follow(link, leader: 0, follower: follower) }
        }
        history = SessionHistory()
    }
}
