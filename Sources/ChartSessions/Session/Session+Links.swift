public import ChartEngine

extension Session {
    /// Moves the axes that are linked with those that a change has moved.
    ///
    /// Resolved once for each change, from the axes that it was about; each axis follows at most once, so links cannot run
    /// in circles. An axis that a modifier of an event group has moved goes by the one it is linked with, when that is one
    /// of those; else it leads itself, the first in the session's order.
    ///
    /// - Parameter moves: The axes that were moved.
    ///
    /// - Complexity: O(axes of the session + members of all links).
    mutating func resolveLinks(_ moves: Moves) {
        guard !links.isEmpty else { return }
        var walk = LinkWalk(linkIndex, settled: moves.moved)
        let following = Set(moves.following)
        propagate(moves.moved.map { (axis: $0, hasMoved: true) }, &walk, following, moves.driver)
        let others = moves.leading.map { ($0, false) } + moves.following.map { ($0, true) }
        for (axis, hasMoved) in others where walk.settle(axis) {
            propagate([(axis, hasMoved)], &walk, following, moves.driver)
        }
        showFollowed(walk.followed)
    }

    /// Lets the modifiers of surfaces that have followed links show it, once for all axes of a surface.
    private mutating func showFollowed(_ followed: Set<Int>) {
        for index in surfaces.indices where followed.contains(index) { surfaces[index].surface.showFollowed() }
    }

    /// Moves the axes behind some leaders, and those behind them.
    private mutating func propagate(
        _ leaders: [(axis: AxisReference, hasMoved: Bool)], _ walk: inout LinkWalk, _ following: Set<AxisReference>,
        _ driver: String
    ) {
        var open = leaders
        var next = 0
        while next < open.count {
            let leader = open[next]
            next += 1
            for (number, position) in walk.takeLinks(of: leader.axis) {
                let link = links[number]
                for (follower, member) in link.members.enumerated() where walk.settle(member) {
                    let wasMoved = following.contains(member)
                    guard leader.hasMoved || wasMoved else {
                        open.append((member, false))
                        continue
                    }
                    let hasFollowed = follow(
                        link, leader: position, follower: follower, by: .action(of: driver), &walk.followed)
                    open.append((member, hasFollowed || wasMoved))
                }
            }
        }
    }

    /// Moves the axes that are linked with some that have moved.
    ///
    /// - Parameters:
    ///   - leaders: The axes that have moved, in the order in which others follow them.
    ///   - cause: What has moved them.
    ///   - held: Axes that stay as they are.
    private mutating func resolveLinks(
        from leaders: [AxisLink.Member], by cause: LinkCause, holding held: [AxisLink.Member] = []
    ) {
        var walk = LinkWalk(linkIndex, settled: leaders + held)
        var moved = leaders
        var next = 0
        while next < moved.count {
            let leader = moved[next]
            next += 1
            for (number, position) in walk.takeLinks(of: leader) {
                let link = links[number]
                for (follower, member) in link.members.enumerated() where walk.settle(member) {
                    if follow(link, leader: position, follower: follower, by: cause, &walk.followed) {
                        moved.append(member)
                    }
                }
            }
        }
        showFollowed(walk.followed)
    }

    /// The axes of a surface whose ranges are others than before.
    private func members(of index: Int, movedSince before: [AxisRange]) -> [AxisLink.Member] {
        let chart = surfaces[index].surface.chart
        return zip(chart.xAxes + chart.yAxes, before).filter { $0.visibleRange != $1 }
            .map { AxisLink.Member(surface: chart.id, axis: $0.0.id) }
    }

    /// What has moved the axis that others follow.
    private enum LinkCause {
        /// A change of a surface, which the history keeps.
        case action(of: String)
        /// Rows that have come; this is no revision.
        case data
        /// The history.
        case history
    }

    /// Moves one member of a link after another; one that ranges itself always follows its data alone.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - leader: The position of the member that has moved.
    ///   - follower: The position of the one that follows.
    ///   - cause: What has moved the leader.
    ///   - followed: Takes up the surface, whose modifiers do not show it yet.
    /// - Returns: Whether it has moved.
    private mutating func follow(
        _ link: AxisLink, leader: Int, follower: Int, by cause: LinkCause, _ followed: inout Set<Int>
    ) -> Bool {
        let member = link.members[follower]
        guard let leading = axis(link.members[leader]), let following = axis(member),
            !following.options.autoRange.followsData, let index = position(of: member.surface),
            let range = link.range(ofMember: follower, leader: leader, leading: leading, following: following),
            range != following.visibleRange
        else { return false }
        let before = surfaces[index].surface.chart.snapshots
        followed.insert(index)
        switch cause {
        case .action: surfaces[index].surface.follow(range, axis: member.axis)
        case .data, .history: surfaces[index].surface.follow(data: range, axis: member.axis)
        }
        guard before != surfaces[index].surface.chart.snapshots else { return false }
        switch cause {
        case .action(let driver):
            history.noteSpread(to: member.surface, by: driver)
            surfaces[index].revision = revision
        case .data:
            surfaces[index].movesByLinkedData += 1
        case .history:
            surfaces[index].revision = revision
        }
        return true
    }

    /// Moves the axes that are linked with those that new rows have moved.
    ///
    /// Of linked axes that have all moved, the first one leads. While a gesture holds an axis, the axes linked with it stay
    /// too: new rows move them when it lets go.
    ///
    /// - Parameter before: The ranges of every surface before it showed the rows.
    mutating func resolveLinks(ofDataMovedSince before: [[AxisRange]]) {
        guard !links.isEmpty else { return }
        let moved = surfaces.indices.flatMap { members(of: $0, movedSince: before[$0]) }
        guard !moved.isEmpty else { return }
        let hasMoved = Set(moved)
        let held = surfaces.filter(\.surface.holdsWindow).flatMap { entry in
            (entry.surface.chart.xAxes + entry.surface.chart.yAxes).map {
                AxisLink.Member(surface: entry.id, axis: $0.id)
            }
        }.filter { !hasMoved.contains($0) }
        let walk = LinkWalk(linkIndex, settled: [])
        // A link holds its members while one of them is held, and takes its lead from the first that has moved.
        let isHeld = walk.links(ofAny: held)
        var isLed: Set<Int> = []
        var leaders: [AxisLink.Member] = []
        for member in moved {
            let partners = walk.links(of: member).map(\.link)
            if partners.contains(where: { isHeld.contains($0) }) {
                putBack(member, before)
            } else if !partners.contains(where: { isLed.contains($0) }) {
                leaders.append(member)
                isLed.formUnion(partners)
            }
        }
        resolveLinks(from: leaders, by: .data, holding: held)
    }

    private mutating func putBack(_ member: AxisLink.Member, _ before: [[AxisRange]]) {
        guard let index = surfaces.firstIndex(where: { $0.id == member.surface }) else { return }
        let chart = surfaces[index].surface.chart
        guard let position = (chart.xAxes + chart.yAxes).firstIndex(where: { $0.id == member.axis }) else { return }
        surfaces[index].surface.follow(data: before[index][position], axis: member.axis)
        surfaces[index].surface.showFollowed()
    }

    /// Moves the axes that are linked with those which moved on from where the history has brought them, because they
    /// keep up with the last row.
    ///
    /// - Parameter changes: What the history has brought back.
    mutating func resolveLinks(ofRestored changes: [RangeChange]) {
        guard !links.isEmpty else { return }
        let leaders = changes.flatMap { change in
            position(of: change.surface).map { members(of: $0, movedSince: change.step.after.map(\.visibleRange)) }
                ?? []
        }
        resolveLinks(from: leaders, by: .history)
    }

    /// Moves the axes that are linked with those of surfaces whose action in progress was taken back, the surface of the
    /// action first: whatever else has moved linked axes meanwhile, they agree again.
    ///
    /// - Parameter changes: What was taken back.
    mutating func resolveLinks(ofAbandoned changes: [RangeChange]) {
        guard !links.isEmpty else { return }
        let walk = LinkWalk(linkIndex, settled: [])
        for change in changes {
            guard let chart = surface(change.surface)?.surface.chart else { continue }
            for axis in chart.xAxes + chart.yAxes {
                let leader = AxisLink.Member(surface: chart.id, axis: axis.id)
                guard walk.links(of: leader).contains(where: { !agrees(links[$0.link], with: $0.position) }) else {
                    continue
                }
                resolveLinks(from: [leader], by: .history)
            }
        }
    }

    /// Whether the members of a link show what one of them asks of them.
    private func agrees(_ link: AxisLink, with leader: Int) -> Bool {
        guard let leading = axis(link.members[leader]) else { return true }
        return link.members.indices.allSatisfy { follower in
            guard follower != leader, let following = axis(link.members[follower]) else { return true }
            let range = link.range(ofMember: follower, leader: leader, leading: leading, following: following)
            return range == nil || range == following.visibleRange
        }
    }

    /// An axis of the session.
    public func axis(_ member: AxisLink.Member) -> Axis? { surface(member.surface)?.surface.chart.axis(member.axis) }

    /// Moves the members of every link after its first one, when the links are made.
    mutating func alignLinks() {
        var followed: Set<Int> = []
        for link in links where link.kind != .offset {
            for follower in link.members.indices.dropFirst() {
                _ = follow(link, leader: 0, follower: follower, by: .history, &followed)
            }
        }
        showFollowed(followed)
    }
}
