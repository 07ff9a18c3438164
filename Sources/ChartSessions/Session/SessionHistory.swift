import ChartEngine

/// What one action did to the ranges of one surface.
struct RangeChange: Sendable, Hashable, Codable {
    var surface: String
    var step: RangeStep
}

/// The actions of a session that can be undone and redone, each with all surfaces that it moved.
struct SessionHistory: Sendable {
    /// The most actions that are kept; of more, the oldest are forgotten.
    static let capacity = 100

    var undone: [[RangeChange]] = []
    var done: [[RangeChange]] = []
    /// The surfaces that actions in progress on others have moved: linked ones, those of the event group, and those whose
    /// window an overview moves.
    var spread: [(surface: String, driver: String)] = []

    /// Notes that a surface was moved by what happened on another one, as part of the action in progress or just over.
    mutating func noteSpread(to surface: String, by driver: String) {
        if !spread.contains(where: { $0 == (surface, driver) }) { spread.append((surface, driver)) }
    }

    /// Whether the action of a surface has moved others.
    func hasSpread(by driver: String) -> Bool { spread.contains { $0.driver == driver } }

    /// Hands over which surfaces the action of another one has moved.
    mutating func takeSpread(by driver: String) -> [String] {
        defer { spread.removeAll { $0.driver == driver } }
        return spread.filter { $0.driver == driver }.map(\.surface)
    }

    /// Notes actions that are over, in their order.
    mutating func note(_ actions: [[RangeChange]]) {
        let actions = actions.map { $0.filter { $0.step.before != $0.step.after } }.filter { !$0.isEmpty }
        guard !actions.isEmpty else { return }
        done += actions
        undone = []
        if done.count > Self.capacity { done.removeFirst(done.count - Self.capacity) }
    }

    /// Forgets what actions did to a surface, whose axes are others now.
    mutating func forget(_ surface: String) {
        for index in done.indices { done[index].removeAll { $0.surface == surface } }
        for index in undone.indices { undone[index].removeAll { $0.surface == surface } }
        done.removeAll(where: \.isEmpty)
        undone.removeAll(where: \.isEmpty)
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
