package import ChartSeries

/// What a dataset has beside its rows and its owner.
package struct DatasetLife: Sendable, Equatable {
    /// How it takes late and repeated rows.
    package var rules: RowRules
    /// The last changes that were no appends, the newest last.
    package var edits: [TableEdit]
    /// What makes the rows of earlier editions.
    package var history: EditionHistory
    /// What people have noted about its data; `nil` for a dataset that never had an event.
    package var events: TableEvents?

    /// Creates what a dataset has that only takes rows behind its last one.
    package init(
        rules: RowRules = .standard, edits: [TableEdit] = [], history: EditionHistory = EditionHistory(),
        events: TableEvents? = nil
    ) {
        self.events = events
        self.rules = rules
        self.edits = edits
        self.history = history
    }

    /// What it has after an edit.
    ///
    /// - Parameters:
    ///   - delta: What makes the rows before of the rows after; `nil` where these are a prefix of them.
    ///   - edit: The edit, which counts without a delta where it adds columns.
    ///   - isKept: Whether a live session may need the rows before.
    /// - Returns: The life of the rows after.
    package func after(_ delta: RowDelta?, _ edit: TableEdit, keepingRowsBefore isKept: Bool) -> DatasetLife {
        var next = self
        guard let delta else {
            if edit.columnsBefore != nil { next.edits = edits.followed(by: edit) }
            return next
        }
        next.edits = edits.followed(by: edit)
        if isKept {
            if history.steps.isEmpty { next.history.base = edits }
            next.history.steps.append(EditionHistory.Step(edit: next.edits[next.edits.count - 1], delta: delta))
        } else {
            next.history = EditionHistory(floor: edit.version)
        }
        return next
    }

    /// What it has after rows were dropped from its front.
    ///
    /// Of the rows before, only those of the last edition can be made, so that they do not pile up under a session that
    /// shows the dataset for months.
    ///
    /// - Parameters:
    ///   - count: The number of dropped rows.
    ///   - edit: The edit.
    ///   - delta: What makes the rows before of the rows after; `nil` where they are not needed.
    /// - Returns: The life of the rows after.
    package func dropping(_ count: Int, by edit: TableEdit, _ delta: RowDelta?) -> DatasetLife {
        var next = self
        next.edits = edits.followed(by: edit, dropping: count)
        next.history =
            delta.map { delta in
                EditionHistory(
                    floor: max(history.floor, edits.edition ?? 0), base: edits,
                    steps: [EditionHistory.Step(edit: next.edits[next.edits.count - 1], delta: delta)])
            } ?? EditionHistory(floor: edit.version)
        return next
    }
}

/// What makes the rows of earlier editions of those that are there, for the logs of live sessions.
package struct EditionHistory: Sendable, Equatable {
    /// An edit that can be undone.
    package struct Step: Sendable, Equatable {
        /// The edit.
        package var edit: TableEdit
        /// What makes the rows before of the rows after.
        package var delta: RowDelta

        /// Creates a step.
        package init(edit: TableEdit, delta: RowDelta) {
            self.edit = edit
            self.delta = delta
        }
    }

    /// The first version whose rows can be made, and 0 for a dataset of an earlier server.
    package var floor: Int
    /// The last changes before the first step that were no appends.
    package var base: [TableEdit]
    /// The edits since then, the newest last.
    package var steps: [Step]

    /// Creates a history.
    package init(floor: Int = 0, base: [TableEdit] = [], steps: [Step] = []) {
        self.floor = floor
        self.base = base
        self.steps = steps
    }

    /// Makes the rows that a version had.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - table: The rows that are there now.
    /// - Returns: The last rows of the edition of that version; `nil` where they are gone.
    /// - Complexity: O(number of rows) for each later edit.
    package func rows(at version: Int, of table: Table) -> Table? {
        guard version >= floor else { return nil }
        var rows = table
        var kept = steps[...]
        while let step = kept.last, step.edit.version > version {
            kept = kept.dropLast()
            guard let before = rows.undoing(step.delta, of: step.edit.version) else { return nil }
            let widenings = table.edits.filter { $0.keepsRows && $0.version < step.edit.version }
            let changes = base.filter { !$0.keepsRows } + kept.map(\.edit) + widenings
            rows = before.with(
                rules: table.rules, edits: changes.sorted { $0.version < $1.version }, events: table.events)
        }
        return rows
    }
}
