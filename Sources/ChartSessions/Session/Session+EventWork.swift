import ChartEngine

extension Session {
    /// How much work one event may be in this session, in readings; see ``Surface/eventWork``.
    ///
    /// An event goes to its surface and to all surfaces of its event groups. What it moves goes on to the members of
    /// links, and a surface is updated once for each of its linked axes. So a surface counts as often as it has linked
    /// axes, and all surfaces count together that events or links reach from each other.
    ///
    /// - Complexity: O(modifiers + members of links + surfaces² × event groups of a surface).
    public var eventWork: Int {
        let positions = Dictionary(
            surfaces.indices.map { (surfaces[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        let linked = links.map { link in link.members.compactMap { positions[$0.surface] } }
        var updates = Array(repeating: 0, count: surfaces.count)
        for axis in Set(links.flatMap(\.members)) {
            if let surface = positions[axis.surface] { updates[surface] += 1 }
        }
        let groups = surfaces.indices.map { Set(surfaces[$0].surface.eventGroups) }
        let neighbours = Self.neighbours(linked, groups)
        var open = Set(surfaces.indices)
        var most = 0
        while let first = open.min() {
            var reached = [first]
            var position = 0
            open.remove(first)
            while position < reached.count {
                let next = neighbours[reached[position]].intersection(open)
                open.subtract(next)
                reached += next.sorted()
                position += 1
            }
            most = max(most, reached.reduce(0) { $0 + surfaces[$1].surface.eventWork * max(1, updates[$1]) })
        }
        return most
    }

    /// The surfaces that events or links reach from each surface at once.
    private static func neighbours(_ linked: [[Int]], _ groups: [Set<String>]) -> [Set<Int>] {
        var neighbours = groups.map { group in
            Set(groups.indices.filter { !group.isDisjoint(with: groups[$0]) })
        }
        for members in linked {
            guard let first = members.first else { continue }
            for member in members {
                neighbours[first].insert(member)
                neighbours[member].insert(first)
            }
        }
        return neighbours
    }
}
