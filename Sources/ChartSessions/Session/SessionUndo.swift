import ChartEngine

/// The undo and redo of a session.
extension Session {
    /// The number of actions that can be undone, with those in progress that have moved a range.
    package var undoCount: Int { history.done.count + openActions.count }

    /// The number of actions that can be redone.
    package var redoCount: Int { history.undone.count }

    /// The direction of travel in the history.
    package enum HistoryDirection: Sendable, Hashable {
        /// Undo.
        case undo
        /// Redo.
        case redo
    }

    /// Undoes or redoes an action of the session as one revision, on all its surfaces.
    ///
    /// An action in progress that has moved a range is the newest. Gestures that move an axis of the action are
    /// cancelled; others go on.
    ///
    /// - Parameters:
    ///   - direction: The direction.
    ///   - id: The surface of the command.
    ///   - entityTags: The accepted entity tags of that surface; `nil` for any.
    /// - Throws: ``SessionError``; the caller must then drop the copy.
    package mutating func travel(
        _ direction: HistoryDirection, fromSurface id: String, ifMatch entityTags: [String]? = nil
    ) throws(SessionError) {
        let index = try index(ofSurface: id)
        try check(entityTags, surface: id)
        endWheels()
        accept(changeOf: index)
        if direction == .undo, surfaces[index].surface.cancelGuestDrags() { return catchUp() }
        if direction == .undo, let newest = openActions.last {
            guard !surfaces[newest].surface.cancelPlacing() else {
                surfaces[newest].revision = revision
                return catchUp()
            }
            closeAction(of: newest)
        }
        let before = shown
        repeat {
            guard let changes = direction == .undo ? history.undo() : history.redo() else { throw .historyEmpty }
            let steps = changes.map { change in
                RangeChange(surface: change.surface, step: direction == .undo ? change.step.reversed : change.step)
            }
            cancelGestures(against: steps)
            restore(steps)
            // An action that new rows or limits have made ineffective is skipped.
        } while before == shown
        showWatchedAxes()
        catchUp()
    }

    /// What actions change of the surfaces.
    private var shown: [ShownRanges] { surfaces.map { ShownRanges($0.surface) } }

    /// Cancels the gestures that move an axis of some steps, or will when they end.
    private mutating func cancelGestures(against steps: [RangeChange]) {
        let axes = Set(steps.flatMap { axesMoved(by: $0) + axesLinked(withThoseOf: $0) })
        var noted: [String: Set<String>] = [:]
        for change in steps { noted[change.surface, default: []].formUnion(change.step.annotations?.map(\.id) ?? []) }
        // An axis that a gesture has held may follow new rows now, which is no action.
        let undone = history.undone
        defer { history.undone = undone }
        for index in surfaces.indices {
            let before = surfaces[index].surface.chart.ranges
            let annotations = noted[surfaces[index].id] ?? []
            guard surfaces[index].surface.cancelGestures(moving: axes, annotations: annotations) else { continue }
            surfaces[index].revision = revision
            share(changeOf: index, before: before)
        }
    }

    private mutating func restore(_ steps: [RangeChange]) {
        for change in steps {
            guard let changed = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            surfaces[changed].surface.restore(change.step)
            surfaces[changed].revision = revision
        }
        resolveLinks(ofRestored: steps)
    }

    /// The surfaces with an action in progress that has moved ranges, here or on other surfaces, by their last move.
    var openActions: [Int] {
        let open = surfaces.indices.filter { hasOpenAction(ofSurfaceAt: $0) }
        guard open.count > 1 else { return open }
        return open.sorted { (lastMove(of: $0), $0) < (lastMove(of: $1), $1) }
    }

    private func lastMove(of index: Int) -> Int { history.movers.firstIndex(of: surfaces[index].id) ?? -1 }

    private func hasOpenAction(ofSurfaceAt index: Int) -> Bool {
        if surfaces[index].surface.hasOpenAction { return true }
        guard history.hasSpread(by: surfaces[index].id) else { return false }
        return !axesOfOpenAction(ofSurfaceAt: index).isEmpty
    }

    /// The axes that the action in progress of a surface has moved, here and on other surfaces.
    private func axesOfOpenAction(ofSurfaceAt index: Int) -> [AxisReference] {
        let id = surfaces[index].id
        let spread = history.spread.filter { $0.driver == id && $0.surface != id }
        let others = spread.compactMap { position(of: $0.surface) }
        return ([index] + others).flatMap { surfaces[$0].surface.unrecordedAxes }
    }

    /// Records the action in progress of a surface; its gestures go on, and begin a new one.
    private mutating func closeAction(of index: Int) {
        surfaces[index].surface.closeAction()
        keepActions(surfaces[index].surface.takeSteps(), of: index)
    }

    /// Closes the actions in progress that have moved axes, or axes linked with them, before something else moves them.
    ///
    /// - Parameters:
    ///   - axes: The axes.
    ///   - index: The surface whose action is closed in any case.
    mutating func closeActions(on axes: [AxisReference], ofSurfaceAt index: Int) {
        let reached = Set(axes.flatMap { LinkedAxes(with: $0, in: self).members.map(\.axis) })
        for open in openActions
        where open == index || axesOfOpenAction(ofSurfaceAt: open).contains(where: reached.contains) {
            closeAction(of: open)
        }
    }

    /// Records finished actions of a surface, the last one with its changes on other surfaces.
    ///
    /// - Parameters:
    ///   - steps: The changes of the actions on the surface. Without any, changes on other surfaces become one action,
    ///     once the surface is idle.
    ///   - index: The surface.
    mutating func keepActions(_ steps: [RangeStep], of index: Int) {
        let id = surfaces[index].id
        defer { if !hasOpenAction(ofSurfaceAt: index) { history.movers.removeAll { $0 == id } } }
        guard !steps.isEmpty || history.hasSpread(by: id) && !surfaces[index].surface.isActing else { return }
        var actions = steps.map { [RangeChange(surface: id, step: $0)] }
        var last = actions.popLast() ?? []
        for moved in history.takeSpread(by: id) {
            guard let other = position(of: moved) else { continue }
            last.add(surfaces[other].surface.takeShare(), ofSurface: moved)
        }
        // An open action on a linked axis is split here, so that the axes agree after either undo.
        for axis in last.flatMap({ axesLinked(withThoseOf: $0) }) {
            guard let other = position(of: axis.surface),
                let share = surfaces[other].surface.takeShare(ofAxis: axis.axis)
            else { continue }
            last.add(share, ofSurface: axis.surface)
        }
        history.note(actions + [last])
    }
}

/// What actions change of a surface.
private struct ShownRanges: Hashable {
    let ranges: [AxisRange]
    let annotationsVersion: Int

    init(_ surface: Surface) {
        ranges = surface.chart.ranges
        annotationsVersion = surface.annotationsVersion
    }
}

extension [RangeChange] {
    /// Merges an action's change of a surface.
    fileprivate mutating func add(_ step: RangeStep, ofSurface id: String) {
        if let own = firstIndex(where: { $0.surface == id }) {
            self[own].step = self[own].step.followed(by: step)
        } else {
            append(RangeChange(surface: id, step: step))
        }
    }
}
