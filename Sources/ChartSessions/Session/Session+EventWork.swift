import ChartEngine

extension Session {
    /// How much work one event may be in this session, in readings; see ``Surface/eventWork``.
    ///
    /// An event goes to its surface and to all surfaces of its event groups, directly or through others. What it moves
    /// goes on to the members of links; each counts as many readings as it takes to move an axis.
    ///
    /// - Complexity: O(modifiers + surfaces² + members of links).
    public var eventWork: Int {
        var open = Set(surfaces.indices)
        var most = 0
        while let first = open.min() {
            var group = [first]
            var position = 0
            open.remove(first)
            while position < group.count {
                let reached = open.filter { sharesEvents(group[position], $0) }.sorted()
                open.subtract(reached)
                group += reached
                position += 1
            }
            most = max(most, group.reduce(0) { $0 + surfaces[$1].surface.eventWork })
        }
        return most + Self.readingsOfMove * links.reduce(0) { $0 + $1.members.count }
    }

    private static let readingsOfMove = 4

    private func sharesEvents(_ one: Int, _ other: Int) -> Bool {
        let groups = surfaces[other].surface.eventGroups
        return surfaces[one].surface.eventGroups.contains { groups.contains($0) }
    }
}
