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
        if direction == .undo, let steps = abandonActions() {
            accept(changeOf: index)
            resolveLinks(ofRestored: steps)
            return
        }
        guard let changes = direction == .undo ? history.undo() : history.redo() else { throw .historyEmpty }
        accept(changeOf: index)
        let steps = changes.map { change in
            RangeChange(surface: change.surface, step: direction == .undo ? change.step.reversed : change.step)
        }
        for change in steps {
            guard let changed = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            if surfaces[changed].surface.isActing { surfaces[changed].surface.abandonAction() }
            surfaces[changed].surface.restore(change.step)
            surfaces[changed].revision = revision
        }
        resolveLinks(ofRestored: steps)
    }

    /// Takes back what the actions in progress have done, on their surfaces and on those linked with them.
    ///
    /// - Returns: The steps back; `nil` when none was in progress.
    private mutating func abandonActions() -> [RangeChange]? {
        let acting = surfaces.indices.filter { surfaces[$0].surface.isActing }
        guard !acting.isEmpty else { return nil }
        var steps: [RangeChange] = []
        for index in acting {
            steps.append(RangeChange(surface: surfaces[index].id, step: surfaces[index].surface.abandonAction()))
            surfaces[index].revision = revision + 1
        }
        for change in history.takeLinked() {
            guard let index = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            let step = change.step.reversed
            surfaces[index].surface.restore(step)
            surfaces[index].revision = revision + 1
            steps.append(RangeChange(surface: change.surface, step: step))
        }
        return steps
    }
}
