import ChartEngine

extension Session {
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
        accept(changeOf: index)
        if direction == .undo, let steps = abandonActions() {
            resolveLinks(ofRestored: steps)
            return showWatchedAxes()
        }
        guard let changes = direction == .undo ? history.undo() : history.redo() else { throw .historyEmpty }
        let steps = changes.map { change in
            RangeChange(surface: change.surface, step: direction == .undo ? change.step.reversed : change.step)
        }
        for change in steps {
            guard let changed = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            if surfaces[changed].surface.isActing { abandonAction(of: changed) }
            surfaces[changed].surface.restore(change.step)
            surfaces[changed].revision = revision
        }
        resolveLinks(ofRestored: steps)
        showWatchedAxes()
    }

    /// Takes back what the actions in progress have done, on their surfaces and on others.
    ///
    /// - Returns: The steps back; `nil` when none was in progress.
    private mutating func abandonActions() -> [RangeChange]? {
        let acting = surfaces.indices.filter { surfaces[$0].surface.isActing }
        guard !acting.isEmpty else { return nil }
        var steps = acting.map { RangeChange(surface: surfaces[$0].id, step: abandonAction(of: $0)) }
        for change in history.takeSpread() {
            guard let index = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            let step = change.step.reversed
            surfaces[index].surface.restore(step)
            surfaces[index].revision = revision
            steps.append(RangeChange(surface: change.surface, step: step))
        }
        return steps
    }

    /// Cancels the action of a surface, here and where other surfaces follow it, and takes back what it did here.
    ///
    /// - Returns: The step back.
    @discardableResult
    private mutating func abandonAction(of index: Int) -> RangeStep {
        let step = surfaces[index].surface.abandonAction()
        surfaces[index].revision = revision
        let signals = surfaces[index].surface.takeSignals()
        var moves = Moves(ofSurface: index, before: surfaces[index].surface.chart.ranges, in: self)
        spread(signals, from: index, moves: &moves)
        return step
    }
}
