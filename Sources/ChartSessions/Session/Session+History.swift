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
        if direction == .undo, abandonActions() { return showWatchedAxes() }
        guard let changes = direction == .undo ? history.undo() : history.redo() else { throw .historyEmpty }
        for change in changes {
            guard let changed = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            if surfaces[changed].surface.isActing { abandonAction(of: changed) }
            surfaces[changed].surface.restore(direction == .undo ? change.step.before : change.step.after)
            surfaces[changed].revision = revision
        }
        showWatchedAxes()
    }

    /// Takes back what the actions in progress have done, on their surfaces and on others.
    ///
    /// - Returns: Whether one was in progress.
    private mutating func abandonActions() -> Bool {
        let acting = surfaces.indices.filter { surfaces[$0].surface.isActing }
        guard !acting.isEmpty else { return false }
        for index in acting { abandonAction(of: index) }
        for change in history.takeSpread() {
            guard let index = surfaces.firstIndex(where: { $0.id == change.surface }) else { continue }
            surfaces[index].surface.restore(change.step.before)
            surfaces[index].revision = revision
        }
        return true
    }

    /// Cancels the action of a surface, here and where other surfaces follow it, and takes back what it did here.
    private mutating func abandonAction(of index: Int) {
        surfaces[index].surface.abandonAction()
        surfaces[index].revision = revision
        let signals = surfaces[index].surface.takeSignals()
        var moves = Moves(ofSurface: index, before: surfaces[index].surface.chart.ranges, in: self)
        spread(signals, from: index, moves: &moves)
    }
}
