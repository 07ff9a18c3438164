import ChartEngine

extension Session {
    /// How much work one event may be in this session, in readings; see ``Surface/updateWork``.
    ///
    /// An event goes to its surface and to all surfaces of its event groups. What it moves goes on to the members of
    /// links, and to the surfaces that look at an axis. So all surfaces count together that events, links or overviews
    /// reach from each other. Each counts an update of its own, one more after links have moved it, and one more after an
    /// axis that it looks at has moved; each linked axis also counts the axes of its surface. Their ticks are written once.
    ///
    /// - Complexity: O(modifiers + members of links + surfaces² × event groups of a surface).
    public var eventWork: Int {
        let positions = positionsByID
        var linkedAxes = Array(repeating: 0, count: surfaces.count)
        for axis in Set(links.flatMap(\.members)) {
            if let surface = positions[axis.surface] { linkedAxes[surface] += 1 }
        }
        return connectedSurfaces(positions).map { connected in
            connected.reduce(0) { $0 + eventWork(ofSurface: $1, linkedAxes: linkedAxes[$1]) }
        }.max() ?? 0
    }

    /// How much work each event of a batch may be before the update that it leads to, in readings: what the modifiers of the
    /// surface and of those in its event groups do with it.
    func gestureWork(ofSurface index: Int) -> Int {
        let groups = Set(surfaces[index].surface.eventGroups)
        return surfaces.indices.reduce(0) { work, other in
            let isReached = other == index || !groups.isDisjoint(with: surfaces[other].surface.eventGroups)
            return isReached ? work + surfaces[other].surface.gestureWork : work
        }
    }

    private var positionsByID: [String: Int] {
        Dictionary(surfaces.indices.map { (surfaces[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func eventWork(ofSurface index: Int, linkedAxes: Int) -> Int {
        let surface = surfaces[index].surface
        let updates = 1 + (linkedAxes > 0 ? 1 : 0) + (surface.watchedAxes.isEmpty ? 0 : 1)
        return updates * surface.updateWork + linkedAxes * surface.axisCount + surface.tickWork
    }

    /// The surfaces that events, links or overviews reach from each other.
    private func connectedSurfaces(_ positions: [String: Int]) -> [[Int]] {
        let neighbours = neighbours(positions)
        var open = Set(surfaces.indices)
        var connected: [[Int]] = []
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
            connected.append(reached)
        }
        return connected
    }

    /// The surfaces that events, links or overviews reach from each surface at once.
    private func neighbours(_ positions: [String: Int]) -> [Set<Int>] {
        let groups = surfaces.indices.map { Set(surfaces[$0].surface.eventGroups) }
        var neighbours = groups.map { group in
            Set(groups.indices.filter { !group.isDisjoint(with: groups[$0]) })
        }
        func connect(_ one: Int, _ other: Int) {
            neighbours[one].insert(other)
            neighbours[other].insert(one)
        }
        for link in links {
            let members = link.members.compactMap { positions[$0.surface] }
            for member in members { connect(members[0], member) }
        }
        for index in surfaces.indices {
            for axis in surfaces[index].surface.watchedAxes {
                if let watched = positions[axis.surface] { connect(index, watched) }
            }
        }
        return neighbours
    }
}
