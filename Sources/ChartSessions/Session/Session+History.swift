import ChartEngine

extension Session {
    /// The number of actions that can be undone; all open actions with moves count as one.
    package var undoCount: Int {
        history.done.count + (surfaces.indices.contains { surfaces[$0].surface.hasOpenAction } ? 1 : 0)
    }

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
    /// During a gesture, undo only cancels it and reverts its changes.
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
        let acting = surfaces.indices.filter { surfaces[$0].surface.isActing }
        if direction == .undo, !acting.isEmpty {
            let steps = acting.flatMap { abandonAction(of: $0) }
            resolveLinks(ofRestored: steps)
            resolveLinks(ofAbandoned: steps)
            return showWatchedAxes()
        }
        let before = surfaces.map { $0.surface.chart.ranges }
        repeat {
            guard let changes = direction == .undo ? history.undo() : history.redo() else { throw .historyEmpty }
            let steps = changes.map { change in
                RangeChange(surface: change.surface, step: direction == .undo ? change.step.reversed : change.step)
            }
            restore(steps)
            // An action that new rows or limits have made ineffective is skipped.
        } while before == surfaces.map { $0.surface.chart.ranges }
        showWatchedAxes()
    }

    private mutating func restore(_ steps: [RangeChange]) {
        for change in steps {
            guard let changed = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            if surfaces[changed].surface.isActing { abandonAction(of: changed) }
            surfaces[changed].surface.restore(change.step)
            surfaces[changed].revision = revision
        }
        resolveLinks(ofRestored: steps)
    }

    /// Cancels the action of a surface, and reverts its changes here and on other surfaces.
    ///
    /// - Returns: The reverting steps.
    @discardableResult
    private mutating func abandonAction(of index: Int) -> [RangeChange] {
        let id = surfaces[index].id
        let step = surfaces[index].surface.abandonAction()
        surfaces[index].revision = revision
        let signals = surfaces[index].surface.takeSignals()
        var moves = Moves(ofSurface: index, before: surfaces[index].surface.chart.ranges, in: self)
        spread(signals, from: index, moves: &moves)
        var steps = [RangeChange(surface: id, step: step)]
        for other in history.takeSpread(by: id) {
            guard let index = surfaces.firstIndex(where: { $0.id == other }) else { continue }
            steps.append(RangeChange(surface: other, step: surfaces[index].surface.abandonShare()))
            surfaces[index].revision = revision
        }
        return steps
    }

    /// Records finished actions of a surface, the last one with its changes on other surfaces.
    ///
    /// - Parameters:
    ///   - steps: The changes of the actions on the surface. Without any, changes on other surfaces become one action,
    ///     once the surface is idle.
    ///   - index: The surface.
    mutating func keepActions(_ steps: [RangeStep], of index: Int) {
        let id = surfaces[index].id
        guard !steps.isEmpty || history.hasSpread(by: id) && !surfaces[index].surface.isActing else { return }
        var actions = steps.map { [RangeChange(surface: id, step: $0)] }
        var last = actions.popLast() ?? []
        for moved in history.takeSpread(by: id) {
            guard let other = position(of: moved) else { continue }
            last.add(surfaces[other].surface.takeShare(), ofSurface: moved)
        }
        // An open action on a linked axis is split here, so that the axes agree after either undo.
        for axis in last.flatMap(axesLinked) {
            guard let other = position(of: axis.surface),
                let share = surfaces[other].surface.takeShare(ofAxis: axis.axis)
            else { continue }
            last.add(share, ofSurface: axis.surface)
        }
        history.note(actions + [last])
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
