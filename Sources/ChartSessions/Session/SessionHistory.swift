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
    /// What actions in progress have done to surfaces other than their own: linked ones, those of the event group, and
    /// those whose window an overview moves.
    private var spread: [(change: RangeChange, driver: String)] = []

    /// Notes that a surface was moved by what happened on another one, as part of the action in progress or just over.
    ///
    /// - Parameters:
    ///   - change: What was done.
    ///   - driver: The surface of the action.
    mutating func noteSpread(_ change: RangeChange, by driver: String) {
        if let index = spread.firstIndex(where: { $0.change.surface == change.surface && $0.driver == driver }) {
            let before = spread[index].change.step.before
            spread[index].change.step = RangeStep(before: before, after: change.step.after)
        } else {
            spread.append((change, driver))
        }
    }

    /// Notes the actions of a surface that are over; what they did to others belongs to the last of them.
    ///
    /// - Parameters:
    ///   - steps: What the actions did to the surface itself.
    ///   - surface: The surface.
    ///   - isActing: Whether an action of the surface goes on; without one, what has spread is an action by itself.
    mutating func note(_ steps: [RangeStep], ofSurface surface: String, isActing: Bool) {
        guard !steps.isEmpty || !isActing && spread.contains(where: { $0.driver == surface }) else { return }
        var actions = steps.map { [RangeChange(surface: surface, step: $0)] }
        if actions.isEmpty { actions = [[]] }
        actions[actions.count - 1] += spread.filter { $0.driver == surface }.map(\.change)
        spread.removeAll { $0.driver == surface }
        actions = actions.map { $0.filter { $0.step.before != $0.step.after } }.filter { !$0.isEmpty }
        guard !actions.isEmpty else { return }
        done += actions
        undone = []
        if done.count > Self.capacity { done.removeFirst(done.count - Self.capacity) }
    }

    /// Hands over what actions in progress have done to other surfaces than their own.
    mutating func takeSpread() -> [RangeChange] {
        defer { spread = [] }
        return spread.map(\.change)
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
