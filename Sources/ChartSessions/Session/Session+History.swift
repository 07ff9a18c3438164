import ChartEngine

extension Session {
    /// How many actions can be undone; those that are in progress and have moved ranges are one.
    public var undoCount: Int {
        history.done.count + (surfaces.indices.contains { surfaces[$0].surface.hasOpenAction } ? 1 : 0)
    }

    /// How many actions can be redone.
    public var redoCount: Int { history.undone.count }

    /// Which way to go in the history.
    public enum HistoryDirection: Sendable, Hashable {
        /// Back.
        case undo
        /// Forth.
        case redo
    }

    /// Undoes or redoes an action of the session as one revision, whichever surface it moved.
    ///
    /// During a gesture undo cancels it and takes back what it changed, and no more.
    ///
    /// - Parameters:
    ///   - direction: Which way to go.
    ///   - id: The surface that the command names.
    ///   - entityTags: The entity tags of which that surface must have one; `nil` for any.
    /// - Throws: ``SessionError``; throw the copy away then.
    public mutating func travel(
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
            // What the rows or new limits have overtaken meanwhile moves nothing any more, and is passed over.
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

    /// Cancels the action of a surface, here and where other surfaces follow it, and takes back what it did here and there.
    ///
    /// - Returns: The steps back.
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

    /// Keeps actions of a surface that are over, the last of them with what it did to other surfaces.
    ///
    /// - Parameters:
    ///   - steps: What the actions did to the surface itself; without any, what has spread is an action by itself once
    ///     nothing goes on.
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
        // Where somebody acts on linked axes too, that action is cut in two here: the axes agree whichever is undone.
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
    /// Adds what an action did to a surface to what it did elsewhere, and there before.
    fileprivate mutating func add(_ step: RangeStep, ofSurface id: String) {
        if let own = firstIndex(where: { $0.surface == id }) {
            self[own].step = self[own].step.followed(by: step)
        } else {
            append(RangeChange(surface: id, step: step))
        }
    }
}
