package import ChartEngine

/// What surfaces of a session share: links, event groups, overviews.
extension Session {
    /// The maximum number of rounds to fit a range to the limits of all linked axes.
    private static let mostRounds = 4

    /// The cause of a leader's move.
    private enum LinkCause {
        /// A change of a surface, which the history records.
        case action(of: String)
        /// New rows; this is no revision.
        case data
        /// The history, or a new link.
        case history
    }

    /// Moves linked axes after a change of a surface.
    ///
    /// It runs once for each change, from the addressed axes. An axis moved by an event group follows an addressed axis
    /// that it is linked with. Otherwise it leads, in the session's order.
    ///
    /// - Parameter moves: The moved axes.
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

    /// Moves linked axes after new rows.
    ///
    /// If all linked axes have moved, the first one leads. While a gesture holds an axis, its linked axes stay, and
    /// follow the rows after the gesture.
    ///
    /// - Parameter before: The ranges of every surface before the rows.
    mutating func resolveLinks(ofDataMovedSince before: [[AxisRange]]) {
        guard !links.isEmpty else { return }
        var ranges: [AxisReference: AxisRange] = [:]
        for index in surfaces.indices {
            for (axis, range) in zip(references(ofSurfaceAt: index), before[index]) { ranges[axis] = range }
        }
        let moved = surfaces.indices.flatMap(references).filter { axis($0)?.visibleRange != ranges[$0] }
        let hasMoved = Set(moved)
        let holders = Set(surfaces.filter { $0.surface.holdsWindow || !$0.surface.heldAxes.isEmpty }.map(\.id))
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

    /// Moves linked axes after axes that the history has restored, and that have moved on to the last row.
    ///
    /// - Parameter changes: The restored changes.
    mutating func resolveLinks(ofRestored changes: [RangeChange]) {
        let movedOn = changes.flatMap { change -> [AxisReference] in
            guard let index = position(of: change.surface) else { return [] }
            return zip(references(ofSurfaceAt: index), zip(change.step.before, change.step.after))
                .filter { $1.0 != $1.1 && axis($0)?.visibleRange != $1.1.visibleRange }.map(\.0)
        }
        resolveLinks(from: movedOn)
    }

    /// Moves linked axes after leaders, earlier leaders first.
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

    /// Aligns the members of every new link with its first member.
    mutating func alignLinks() { resolveLinks(from: links.map { $0.members[0] }) }

    /// The first link that its axes contradict; `nil` without one.
    package var contradictedLink: Int? {
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

    /// Looks up an axis.
    package func axis(_ member: AxisLink.Member) -> Axis? { surface(member.surface)?.surface.chart.axis(member.axis) }

    private func followsData(_ axis: AxisReference) -> Bool { self.axis(axis)?.options.autoRange.followsData ?? false }

    private func isLinked(_ axis: AxisReference) -> Bool { linkIndex.places[axis] != nil }

    private func references(ofSurfaceAt index: Int) -> [AxisReference] {
        surfaces[index].surface.axisIDs.map { AxisReference(surface: surfaces[index].id, axis: $0) }
    }

    /// The axes that a step has moved.
    func axesMoved(by change: RangeChange) -> [AxisReference] {
        guard let index = position(of: change.surface) else { return [] }
        return zip(references(ofSurfaceAt: index), zip(change.step.before, change.step.after))
            .filter { $1.0.visibleRange != $1.1.visibleRange || $1.0.growBy != $1.1.growBy }.map(\.0)
    }

    /// The linked axes that a step has moved, and the axes linked with them.
    func axesLinked(withThoseOf change: RangeChange) -> [AxisReference] {
        guard !links.isEmpty else { return [] }
        return axesMoved(by: change).filter(isLinked).flatMap { LinkedAxes(with: $0, in: self).members.map(\.axis) }
    }

    /// Updates the modifiers of surfaces that have followed links, once for each surface.
    private mutating func showFollowed(_ followed: Set<Int>) {
        for index in surfaces.indices where followed.contains(index) { surfaces[index].surface.showFollowed() }
    }

    /// Moves linked axes to their leader's range, as far as all of them can.
    ///
    /// The range is fitted to the limits of each axis in turn, until it is stable. If it takes too many rounds, or an
    /// axis cannot show it, all axes return to their earlier ranges.
    ///
    /// - Parameters:
    ///   - linked: The axes, the leader first.
    ///   - cause: The cause of the leader's move.
    ///   - moved: The axes that have already moved.
    ///   - before: Their known earlier ranges.
    ///   - followed: Collects the surfaces whose modifiers need an update.
    private mutating func settle(
        _ linked: LinkedAxes, by cause: LinkCause, moved: Set<AxisReference>, before: [AxisReference: AxisRange],
        _ followed: inout Set<Int>
    ) {
        guard linked.members.count > 1, let leading = axis(linked.members[0].axis) else { return }
        guard !leading.options.autoRange.followsData else {
            // Only its data moves this leader: the other axes follow as far as they can, and agree with each other.
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

    /// Moves linked axes to a range of their leader, as far as all of them can.
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
            // A modifier such as an overview may hold an axis: the other axes then stay with it.
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

    /// Whether linked axes show the images of a leader's range.
    private func agree(_ linked: LinkedAxes, on range: AxisRange) -> Bool {
        linked.members.allSatisfy { isMet($0, on: range) }
    }

    /// The leader's range closest to a wanted one that all linked axes can show; `nil` for none.
    private mutating func agreed(_ linked: LinkedAxes, on leading: AxisRange) -> AxisRange? {
        var wanted = leading
        var last = linked.members[0]
        for _ in 0..<Self.mostRounds {
            var isStable = true
            for member in linked.members {
                last = member
                guard let following = axis(member.axis), let image = member.map.image(of: wanted),
                    let shown = following.admitted(image)
                else {
                    note(refusalOf: wanted, by: member)
                    return nil
                }
                guard member.map.isIdentity ? shown != image : !following.scale.isNearly(shown, image) else { continue }
                note(limitOf: image, by: member)
                guard let back = member.map.preimage(of: shown) else { return nil }
                (wanted, isStable) = (back, false)
            }
            if isStable { return wanted }
        }
        note(refusalOf: wanted, by: last)
        return nil
    }

    /// The leader's range before an impossible change, from an unmoved axis if there is one.
    private func former(
        _ linked: LinkedAxes, moved: Set<AxisReference>, before: [AxisReference: AxisRange]
    ) -> AxisRange? {
        for member in linked.members where !moved.contains(member.axis) {
            if let range = axis(member.axis)?.visibleRange { return member.map.preimage(of: range) }
        }
        return before[linked.members[0].axis]
    }

    /// Moves one linked axis.
    ///
    /// - Parameters:
    ///   - range: The new range.
    ///   - axis: The axis.
    ///   - cause: The cause of the leader's move.
    ///   - isLeading: Whether the change has moved the axis itself; its gesture then continues from its own request.
    ///   - followed: Collects the surface, whose modifiers need an update.
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

extension Session {
    /// Spreads the signals of one surface to the other surfaces.
    ///
    /// First, axes of other surfaces get the ranges that the surface's gestures request. Then the surfaces of its event
    /// groups follow, in the session's order, with their own requests last. Signals go no further from there.
    ///
    /// - Parameters:
    ///   - signals: The signals of the surface.
    ///   - index: The surface.
    ///   - moves: Collects the moved axes.
    mutating func spread(_ signals: [Signal], from index: Int, moves: inout Moves) {
        guard surfaces.count > 1 else { return }
        let master = surfaces[index].surface
        if !signals.isEmpty { grant(signals, by: master.chart.id, moves: &moves) }
        for other in surfaces.indices where other != index {
            if !signals.isEmpty, sharesEvents(of: master, with: surfaces[other].surface) {
                let before = surfaces[other].surface.chart.ranges
                change(other, by: moves.driver) { $0.receive(signals, from: master) }
                moves.noteFollower(surfaces[other].surface.chart, before: before)
                let further = surfaces[other].surface.takeSignals()
                grant(further, by: nil, moves: &moves)
            }
            endForeignGestures(other, driver: moves.driver)
        }
        endForeignGestures(index, driver: moves.driver)
    }

    private func sharesEvents(of master: Surface, with other: Surface) -> Bool {
        master.eventGroups.contains { other.eventGroups.contains($0) }
    }

    /// Ends the gestures that a surface follows from surfaces that no longer share events with it.
    private mutating func endForeignGestures(_ index: Int, driver: String) {
        for master in surfaces[index].surface.followedSurfaces {
            if let other = surface(master)?.surface, sharesEvents(of: other, with: surfaces[index].surface) { continue }
            change(index, by: driver) { $0.leave(master) }
        }
    }

    /// Grants the ranges that gestures of another surface request.
    ///
    /// - Parameters:
    ///   - signals: The signals of the other surface.
    ///   - leader: The other surface if the change addressed it; `nil` for one that follows by its event group.
    ///   - moves: Collects the moved axes.
    private mutating func grant(_ signals: [Signal], by leader: String?, moves: inout Moves) {
        var granted: [Int] = []
        for signal in signals {
            switch signal.content {
            case .input, .time, .gesture: break
            case .request(let range, let reference, let clip):
                guard let index = surfaces.firstIndex(where: { $0.id == reference.surface }) else { continue }
                let before = surfaces[index].surface.chart.ranges
                change(index, by: moves.driver) { $0.grant(range, axis: reference.axis, clip: clip) }
                let chart = surfaces[index].surface.chart
                if leader != nil {
                    moves.noteRequest(of: reference, hasMoved: chart.ranges != before)
                } else {
                    moves.noteFollower(chart, before: before)
                }
                if !granted.contains(index) { granted.append(index) }
            case .endOfAction:
                for index in surfaces.indices { surfaces[index].surface.endGrants() }
            }
        }
    }

    /// Changes a surface as part of another one's action, and updates its revision if a client can see the change.
    mutating func change(_ index: Int, by driver: String, _ change: (inout Surface) -> Void) {
        let before = SurfaceAppearance(of: surfaces[index].surface)
        let snapshots = surfaces[index].surface.chart.snapshots
        change(&surfaces[index].surface)
        if snapshots != surfaces[index].surface.chart.snapshots {
            history.noteSpread(to: surfaces[index].id, by: driver)
        }
        let after = SurfaceAppearance(of: surfaces[index].surface)
        if before != after || after.hasNews { surfaces[index].revision = revision }
    }

    /// Lets axes follow the rows that came while gestures on other surfaces held them; this is no action.
    mutating func catchUp() {
        guard surfaces.indices.contains(where: { surfaces[$0].surface.isHeldInVain }) else { return }
        let before = surfaces.map { $0.surface.chart.ranges }
        for index in surfaces.indices where surfaces[index].surface.isHeldInVain {
            surfaces[index].surface.catchUp()
            surfaces[index].revision = revision
        }
        resolveLinks(ofDataMovedSince: before)
        showWatchedAxes()
    }

    /// Tells every surface which of its axes the gestures on other surfaces hold.
    private mutating func holdWatchedAxes() {
        var held: [AxisReference] = []
        for index in surfaces.indices
        where !surfaces[index].surface.watchedAxes.isEmpty && surfaces[index].surface.holdsWindow {
            held += surfaces[index].surface.watchedAxes
        }
        for index in surfaces.indices {
            let axes = held.filter { $0.surface == surfaces[index].id }.map(\.axis)
            if surfaces[index].surface.heldAxes != axes { surfaces[index].surface.heldAxes = axes }
        }
    }

    /// Updates the watched axes of every surface.
    mutating func showWatchedAxes() {
        holdWatchedAxes()
        for index in surfaces.indices where !surfaces[index].surface.watchedAxes.isEmpty {
            let axes = surfaces[index].surface.watchedAxes.compactMap { reference -> WatchedAxis? in
                guard let chart = surface(reference.surface)?.surface.chart, let axis = chart.axis(reference.axis)
                else {
                    return nil
                }
                return WatchedAxis(reference, axis: axis, length: chart.length(of: axis))
            }
            let before = SurfaceAppearance(of: surfaces[index].surface)
            surfaces[index].surface.watch(axes)
            if before != SurfaceAppearance(of: surfaces[index].surface) { surfaces[index].revision = revision }
        }
    }

    /// The first modifier of a surface that watches a missing axis or the surface's own.
    ///
    /// - Parameter id: The surface.
    /// - Returns: The id of the modifier, and the axis.
    package func brokenReference(ofSurface id: String) -> (modifier: String, axis: AxisReference)? {
        for entry in surface(id)?.surface.modifiers ?? [] {
            for axis in entry.modifier.watchedAxes where axis.surface == id || self.axis(axis) == nil {
                return (entry.id, axis)
            }
        }
        return nil
    }
}
