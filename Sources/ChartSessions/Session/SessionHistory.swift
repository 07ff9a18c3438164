import ChartEngine

/// What one action did to the ranges of one surface.
struct RangeChange: Sendable, Hashable {
    var surface: String
    var step: RangeStep
}

/// The actions of a session that can be undone and redone, each with all surfaces that it moved.
struct SessionHistory: Sendable {
    /// The most actions that are kept; of more, the oldest are forgotten.
    static let capacity = 100

    private var undone: [[RangeChange]] = []
    private var done: [[RangeChange]] = []
    /// What the action in progress has done to surfaces that are linked with its own.
    private var linked: [RangeChange] = []

    /// Notes that a surface followed another one by a link, as part of the action in progress or just over.
    mutating func noteLinked(_ change: RangeChange) {
        if let index = linked.firstIndex(where: { $0.surface == change.surface }) {
            linked[index].step = RangeStep(before: linked[index].step.before, after: change.step.after)
        } else {
            linked.append(change)
        }
    }

    /// Notes the actions of a surface that are over; what was linked belongs to the last of them.
    mutating func note(_ steps: [RangeStep], ofSurface surface: String) {
        guard !steps.isEmpty else { return }
        done += steps.map { [RangeChange(surface: surface, step: $0)] }
        done[done.count - 1] += linked
        linked = []
        undone = []
        if done.count > Self.capacity { done.removeFirst(done.count - Self.capacity) }
    }

    /// Hands over what the action in progress has done to linked surfaces.
    mutating func takeLinked() -> [RangeChange] {
        defer { linked = [] }
        return linked
    }

    /// The action to undo, which can be redone then.
    mutating func undo() -> [RangeChange]? {
        guard let action = done.popLast() else { return nil }
        undone.append(action)
        return action
    }

    /// The action to redo, which can be undone then.
    mutating func redo() -> [RangeChange]? {
        guard let action = undone.popLast() else { return nil }
        done.append(action)
        return action
    }
}
