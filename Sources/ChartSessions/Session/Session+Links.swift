public import ChartEngine

extension Session {
    /// Moves the axes that are linked with those that a change has moved.
    ///
    /// Resolved once for each change, from the axes that it was about; each axis follows at most once, so links cannot run
    /// in circles. An axis that a modifier of an event group has moved goes by the one it is linked with, when that is one
    /// of those; else it leads itself, the first in the session's order.
    ///
    /// - Parameter moves: The axes that were moved.
    mutating func resolveLinks(_ moves: Moves) {
        guard !links.isEmpty else { return }
        var open = moves.moved.map { (axis: $0, hasMoved: true) }
        var settled = moves.moved
        propagate(&open, &settled, moves)
        let others = moves.leading.map { ($0, false) } + moves.following.map { ($0, true) }
        for (axis, hasMoved) in others where !settled.contains(axis) {
            settled.append(axis)
            open.append((axis, hasMoved))
            propagate(&open, &settled, moves)
        }
    }

    /// Moves the axes behind some leaders, and those behind them.
    private mutating func propagate(
        _ open: inout [(axis: AxisReference, hasMoved: Bool)], _ settled: inout [AxisReference], _ moves: Moves
    ) {
        while !open.isEmpty {
            let leader = open.removeFirst()
            for link in links {
                guard let position = link.members.firstIndex(of: leader.axis) else { continue }
                for (follower, member) in link.members.enumerated() where !settled.contains(member) {
                    settled.append(member)
                    let wasMoved = moves.following.contains(member)
                    guard leader.hasMoved || wasMoved else {
                        open.append((member, false))
                        continue
                    }
                    let hasFollowed = follow(link, leader: position, follower: follower, by: moves.driver)
                    open.append((member, hasFollowed || wasMoved))
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
    ///   - driver: The surface whose action it is.
    /// - Returns: Whether it has moved.
    private mutating func follow(_ link: AxisLink, leader: Int, follower: Int, by driver: String) -> Bool {
        let member = link.members[follower]
        guard let leading = axis(link.members[leader]), let following = axis(member),
            let index = surfaces.firstIndex(where: { $0.id == member.surface }),
            let range = link.range(ofMember: follower, leader: leader, leading: leading, following: following),
            range != following.visibleRange
        else { return false }
        let before = surfaces[index].surface.chart.ranges
        surfaces[index].surface.follow(range, axis: member.axis)
        let step = RangeStep(before: before, after: surfaces[index].surface.chart.ranges)
        guard step.before != step.after else { return false }
        history.noteSpread(RangeChange(surface: member.surface, step: step), by: driver)
        surfaces[index].revision = revision
        return true
    }

    /// An axis of the session.
    public func axis(_ member: AxisLink.Member) -> Axis? { surface(member.surface)?.surface.chart.axis(member.axis) }

    /// Moves the members of every link after its first one, when the links are made.
    mutating func alignLinks() {
        for link in links where link.kind != .offset {
            for follower in link.members.indices.dropFirst() {
                _ = follow(link, leader: 0, follower: follower, by: link.members[0].surface)
            }
        }
        history = SessionHistory()
    }
}
