import ChartEngine

/// The change of one surface's ranges and annotations by one action.
struct RangeChange: Sendable, Hashable, Codable {
    var surface: String
    var step: RangeStep
}

/// The actions of a session for undo and redo, each with all surfaces that it moved.
struct SessionHistory: Sendable {
    /// The maximum number of actions; the oldest are dropped.
    static let capacity = 100

    var undone: [[RangeChange]] = []
    var done: [[RangeChange]] = []
    /// The surfaces that open actions of other surfaces have moved, through links, event groups or overviews.
    var spread: [(surface: String, driver: String)] = []
    /// The surfaces whose gestures have moved ranges, by their last move; some of their actions are over.
    var movers: [String] = []

    /// Records that a gesture, command or patch of a surface has moved ranges; what was undone cannot be redone then.
    mutating func noteMove(by surface: String) {
        movers.removeAll { $0 == surface }
        movers.append(surface)
        undone = []
    }

    /// Records that another surface's open or finished action has moved a surface.
    mutating func noteSpread(to surface: String, by driver: String) {
        noteMove(by: driver)
        if !spread.contains(where: { $0 == (surface, driver) }) { spread.append((surface, driver)) }
    }

    /// Whether a surface's action has moved other surfaces.
    func hasSpread(by driver: String) -> Bool { spread.contains { $0.driver == driver } }

    /// Takes the surfaces that another surface's action has moved.
    mutating func takeSpread(by driver: String) -> [String] {
        defer { spread.removeAll { $0.driver == driver } }
        return spread.filter { $0.driver == driver }.map(\.surface)
    }

    /// Records finished actions, in their order; ``noteMove(by:)`` has recorded their moves.
    mutating func note(_ actions: [[RangeChange]]) {
        done += actions.map { $0.filter { $0.step.movesAxes || $0.step.annotations != nil } }.filter { !$0.isEmpty }
        let most = max(0, Self.capacity - undone.count)
        if done.count > most { done.removeFirst(done.count - most) }
    }

    /// Removes the ranges of a surface with new axes from all actions; what they did to annotations stays.
    mutating func forgetRanges(of surface: String) {
        func rest(of actions: [[RangeChange]]) -> [[RangeChange]] {
            actions.map { action in
                action.compactMap { change in
                    guard change.surface == surface else { return change }
                    return change.step.withoutAxes.map { RangeChange(surface: surface, step: $0) }
                }
            }.filter { !$0.isEmpty }
        }
        (done, undone) = (rest(of: done), rest(of: undone))
    }

    /// Takes the action to undo, which can be redone then.
    mutating func undo() -> [RangeChange]? {
        guard let action = done.popLast() else { return nil }
        undone.append(action)
        return action
    }

    /// Takes the action to redo, which can be undone then.
    mutating func redo() -> [RangeChange]? {
        guard let action = undone.popLast() else { return nil }
        done.append(action)
        return action
    }
}
