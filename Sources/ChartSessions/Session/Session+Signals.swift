package import ChartEngine

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
