public import ChartEngine

extension Session {
    /// How often the range that linked axes are to show is held to the limits of all of them.
    private static let mostRounds = 4

    /// What has moved an axis that others follow.
    private enum LinkCause {
        /// A change of a surface, which the history keeps.
        case action(of: String)
        /// Rows that have come; this is no revision.
        case data
        /// The history, or the making of a link.
        case history
    }

    /// Lets linked axes show what those show that a change has moved.
    ///
    /// Resolved once for each change, from the axes that it was about. An axis that a modifier of an event group has moved
    /// goes by the one it is linked with, when that is one of those; else it leads itself, the first in the session's order.
    ///
    /// - Parameter moves: The axes that were moved.
    ///
    /// - Complexity: O(axes of the session + members of all links).
    mutating func resolveLinks(_ moves: Moves) {
        guard !links.isEmpty else { return }
        let moved = Set(moves.moved + moves.following)
        var known: Set<AxisReference> = []
        var followed: Set<Int> = []
        let leaders = moves.moved + (moves.leading + moves.following).filter { !followsData($0) }
        for axis in leaders where isLinked(axis) && !known.contains(axis) {
            let linked = LinkedAxes(with: axis, in: self)
            known.formUnion(linked.members.map(\.axis))
            settle(linked, by: .action(of: moves.driver), moved: moved, before: moves.before, &followed)
        }
        showFollowed(followed)
    }

    /// Lets linked axes show what those show that new rows have moved.
    ///
    /// Of linked axes that have all moved, the first one leads. While a gesture holds an axis, the axes linked with it stay
    /// too: new rows move them when it lets go.
    ///
    /// - Parameter before: The ranges of every surface before it showed the rows.
    mutating func resolveLinks(ofDataMovedSince before: [[AxisRange]]) {
        guard !links.isEmpty else { return }
        var ranges: [AxisReference: AxisRange] = [:]
        for index in surfaces.indices {
            for (axis, range) in zip(references(ofSurfaceAt: index), before[index]) { ranges[axis] = range }
        }
        let moved = surfaces.indices.flatMap(references).filter { axis($0)?.visibleRange != ranges[$0] }
        let hasMoved = Set(moved)
        let holders = Set(surfaces.filter(\.surface.holdsWindow).map(\.id))
        var known: Set<AxisReference> = []
        var followed: Set<Int> = []
        for axis in moved where isLinked(axis) && !known.contains(axis) {
            let linked = LinkedAxes(with: axis, in: self)
            known.formUnion(linked.members.map(\.axis))
            if linked.members.contains(where: { holders.contains($0.axis.surface) && !hasMoved.contains($0.axis) }) {
                for member in linked.members where hasMoved.contains(member.axis) {
                    guard let range = ranges[member.axis] else { continue }
                    show(range, on: member.axis, by: .data, isLeading: false, &followed)
                }
            } else {
                settle(linked, by: .data, moved: hasMoved, before: ranges, &followed)
            }
        }
        showFollowed(followed)
    }

    /// Lets linked axes show what those show which moved on from where the history has brought them, because they keep up
    /// with the last row.
    ///
    /// - Parameter changes: What the history has brought back.
    mutating func resolveLinks(ofRestored changes: [RangeChange]) {
        let movedOn = changes.flatMap { change -> [AxisReference] in
            guard let index = position(of: change.surface) else { return [] }
            return zip(references(ofSurfaceAt: index), zip(change.step.before, change.step.after))
                .filter { $1.0 != $1.1 && axis($0)?.visibleRange != $1.1.visibleRange }.map(\.0)
        }
        resolveLinks(from: movedOn)
    }

    /// Lets linked axes agree again whose action in progress was taken back, the surface of the action first: whatever else
    /// has moved them meanwhile.
    ///
    /// - Parameter changes: What was taken back.
    mutating func resolveLinks(ofAbandoned changes: [RangeChange]) {
        let restored = changes.flatMap { position(of: $0.surface).map(references) ?? [] }
        resolveLinks(from: restored.filter { !followsData($0) })
    }

    /// Lets linked axes show what some of them show, the first of them before the others.
    private mutating func resolveLinks(from leaders: [AxisReference]) {
        guard !links.isEmpty else { return }
        var known: Set<AxisReference> = []
        var followed: Set<Int> = []
        for axis in leaders where isLinked(axis) && !known.contains(axis) {
            let linked = LinkedAxes(with: axis, in: self)
            known.formUnion(linked.members.map(\.axis))
            settle(linked, by: .history, moved: Set(leaders), before: [:], &followed)
        }
        showFollowed(followed)
    }

    /// Lets the members of every link show what its first one shows, when the links are made.
    mutating func alignLinks() { resolveLinks(from: links.map { $0.members[0] }) }

    /// The first link whose axes do not show what it says; `nil` when all do.
    public var contradictedLink: Int? {
        links.indices.first { number in
            let link = links[number]
            let members = link.members.enumerated().compactMap { index, member in axis(member).map { (index, $0) } }
                .filter { !$0.1.options.autoRange.followsData }
            guard let (start, first) = members.first else { return false }
            return members.contains { index, other in
                guard let map = link.map(from: (start, first), to: (index, other)) else { return false }
                return !map.isMet(by: other.visibleRange, of: first.visibleRange)
            }
        }
    }

    /// An axis of the session.
    public func axis(_ member: AxisLink.Member) -> Axis? { surface(member.surface)?.surface.chart.axis(member.axis) }

    private func followsData(_ axis: AxisReference) -> Bool { self.axis(axis)?.options.autoRange.followsData ?? false }

    private func isLinked(_ axis: AxisReference) -> Bool { linkIndex.places[axis] != nil }

    private func references(ofSurfaceAt index: Int) -> [AxisReference] {
        surfaces[index].surface.axisIDs.map { AxisReference(surface: surfaces[index].id, axis: $0) }
    }

    /// The axes that are linked with those which a step has moved, and these.
    func axesLinked(withThoseOf change: RangeChange) -> [AxisReference] {
        guard !links.isEmpty, let index = position(of: change.surface) else { return [] }
        let moved = zip(change.step.before, change.step.after).map { $0.visibleRange != $1.visibleRange }
        return zip(references(ofSurfaceAt: index), moved).flatMap { axis, hasMoved in
            hasMoved && isLinked(axis) ? LinkedAxes(with: axis, in: self).members.map(\.axis) : []
        }
    }

    /// Lets the modifiers of surfaces that have followed links show it, once for all axes of a surface.
    private mutating func showFollowed(_ followed: Set<Int>) {
        for index in surfaces.indices where followed.contains(index) { surfaces[index].surface.showFollowed() }
    }

    /// Lets linked axes show what their leader shows, as far as all of them can.
    ///
    /// The leader's range is held to the limits of each axis in turn, until none changes it any more. Where that takes too
    /// many rounds, or an axis has no place for it, all of them show what they showed before.
    ///
    /// - Parameters:
    ///   - linked: The axes, the leader first.
    ///   - cause: What has moved the leader.
    ///   - moved: The axes that have moved already.
    ///   - before: What those showed before, as far as it is known.
    ///   - followed: Takes up the surfaces whose modifiers do not show it yet.
    private mutating func settle(
        _ linked: LinkedAxes, by cause: LinkCause, moved: Set<AxisReference>, before: [AxisReference: AxisRange],
        _ followed: inout Set<Int>
    ) {
        guard linked.members.count > 1, let leading = axis(linked.members[0].axis) else { return }
        guard !leading.options.autoRange.followsData else {
            // Its data alone moves it: the others follow as far as they can, and agree with each other.
            var known: Set<AxisReference> = []
            for member in linked.members.dropFirst() where !known.contains(member.axis) {
                let others = LinkedAxes(with: member.axis, in: self)
                known.formUnion(others.members.map(\.axis))
                guard let image = member.map.image(of: leading.visibleRange) else { continue }
                settle(others, on: image, by: cause, moved: moved, before: before, &followed)
            }
            return
        }
        settle(linked, on: leading.visibleRange, by: cause, moved: moved, before: before, &followed)
    }

    /// Lets linked axes show what a range of their leader comes to, as far as all of them can.
    private mutating func settle(
        _ linked: LinkedAxes, on leading: AxisRange, by cause: LinkCause, moved: Set<AxisReference>,
        before: [AxisReference: AxisRange], _ followed: inout Set<Int>
    ) {
        guard !agree(linked, on: leading) else { return }
        var wanted = agreed(linked, on: leading) ?? former(linked, moved: moved, before: before) ?? leading
        for _ in 0..<Self.mostRounds {
            for member in linked.members {
                guard let shown = axis(member.axis)?.visibleRange, let image = member.map.image(of: wanted),
                    !member.map.isMet(by: shown, of: wanted)
                else { continue }
                show(image, on: member.axis, by: cause, isLeading: moved.contains(member.axis), &followed)
            }
            // A modifier may keep an axis where it is, such as an overview: then the others stay with it.
            guard let kept = linked.members.first(where: { !isMet($0, on: wanted) }),
                let range = axis(kept.axis)?.visibleRange, let back = kept.map.preimage(of: range)
            else { return }
            note(refusalOf: wanted, by: kept)
            wanted = back
        }
    }

    private func isMet(_ member: LinkedAxes.Member, on range: AxisRange) -> Bool {
        axis(member.axis).map { member.map.isMet(by: $0.visibleRange, of: range) } ?? true
    }

    /// Whether linked axes show what one range of the leader comes to.
    private func agree(_ linked: LinkedAxes, on range: AxisRange) -> Bool {
        linked.members.allSatisfy { isMet($0, on: range) }
    }

    /// The range of the leader that all linked axes can show, next to the one that is wanted; `nil` for none.
    private mutating func agreed(_ linked: LinkedAxes, on leading: AxisRange) -> AxisRange? {
        var wanted = leading
        var last = linked.members[0]
        for _ in 0..<Self.mostRounds {
            var isStable = true
            for member in linked.members {
                last = member
                guard let image = member.map.image(of: wanted), let shown = axis(member.axis)?.admitted(image) else {
                    note(refusalOf: wanted, by: member)
                    return nil
                }
                guard member.map.isIdentity ? shown != image : !shown.isNearly(image) else { continue }
                note(limitOf: image, by: member)
                guard let back = member.map.preimage(of: shown) else { return nil }
                (wanted, isStable) = (back, false)
            }
            if isStable { return wanted }
        }
        note(refusalOf: wanted, by: last)
        return nil
    }

    /// What the leader showed before a change that cannot be: what an axis says that has not moved, else what is known.
    private func former(
        _ linked: LinkedAxes, moved: Set<AxisReference>, before: [AxisReference: AxisRange]
    ) -> AxisRange? {
        for member in linked.members where !moved.contains(member.axis) {
            if let range = axis(member.axis)?.visibleRange { return member.map.preimage(of: range) }
        }
        return before[linked.members[0].axis]
    }

    /// Shows a range of one axis because of those that it is linked with.
    ///
    /// - Parameters:
    ///   - range: What it shows.
    ///   - axis: The axis.
    ///   - cause: What has moved the leader.
    ///   - isLeading: Whether the change has moved the axis itself, whose gesture goes on from what it has asked for.
    ///   - followed: Takes up the surface, whose modifiers do not show it yet.
    private mutating func show(
        _ range: AxisRange, on axis: AxisReference, by cause: LinkCause, isLeading: Bool, _ followed: inout Set<Int>
    ) {
        guard let index = position(of: axis.surface) else { return }
        let before = surfaces[index].surface.chart.snapshots
        switch (cause, isLeading) {
        case (.action, true): surfaces[index].surface.settle(range, axis: axis.axis)
        case (.action, false): surfaces[index].surface.follow(range, axis: axis.axis)
        case (.data, _), (.history, _): surfaces[index].surface.follow(data: range, axis: axis.axis)
        }
        guard before != surfaces[index].surface.chart.snapshots else { return }
        followed.insert(index)
        switch cause {
        case .action(let driver):
            history.noteSpread(to: axis.surface, by: driver)
            surfaces[index].revision = revision
        case .data:
            surfaces[index].movesByLinkedData += 1
        case .history:
            surfaces[index].revision = revision
        }
    }

    private mutating func note(limitOf image: AxisRange, by member: LinkedAxes.Member) {
        guard let index = position(of: member.axis.surface) else { return }
        surfaces[index].surface.noteLimits(of: image, axis: member.axis.axis)
    }

    private mutating func note(refusalOf range: AxisRange, by member: LinkedAxes.Member) {
        guard let index = position(of: member.axis.surface) else { return }
        surfaces[index].surface.noteLink(refusing: member.map.image(of: range) ?? range, axis: member.axis.axis)
    }
}
