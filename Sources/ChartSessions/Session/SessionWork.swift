import ChartEngine

/// How much work the events of a session may be.
extension Session {
    /// The maximum work of one event in this session, in readings; see `Surface.updateWork`.
    ///
    /// An event reaches its surface and the surfaces of its event groups. Its moves reach the members of links, and the
    /// surfaces that watch an axis. All surfaces connected by events, links or overviews therefore count together. Each
    /// counts one update, one more if links move it, and one more if it watches an axis. Each linked axis also counts
    /// the axes of its surface. Ticks count once.
    ///
    /// - Complexity: O(modifiers + members of links + surfaces² × event groups of a surface).
    package var eventWork: Int {
        let positions = positionsByID
        var linkedAxes = Array(repeating: 0, count: surfaces.count)
        for axis in Set(links.flatMap(\.members)) {
            if let surface = positions[axis.surface] { linkedAxes[surface] += 1 }
        }
        return connectedSurfaces(positions).map { connected in
            connected.reduce(0) { $0 + eventWork(ofSurface: $1, linkedAxes: linkedAxes[$1]) }
        }.max() ?? 0
    }

    /// Whether a batch may take longer than a few milliseconds, so that no other request should wait for it.
    ///
    /// - Parameters:
    ///   - count: The number of events of the batch.
    ///   - gestures: The most gestures that they end.
    ///   - surface: The id of their surface.
    /// - Returns: True also where a part of the rows is not in memory.
    /// - Complexity: O(surfaces) for most sessions, else that of ``eventWork``.
    package func mayTakeLong(events count: Int, gestures: Int, on surface: String) -> Bool {
        guard !hasAwayRows else { return true }
        guard let index = position(of: surface) else { return false }
        var (content, modifiers) = (0, 0)
        for index in surfaces.indices {
            let count = surfaces[index].surface.modifiers.count
            modifiers += count
            content += count * surfaces[index].surface.chart.series.count
        }
        if content * count > Self.shortContent {
            let work = gestureWork(ofSurface: index) + (surfaces.count > 1 || !links.isEmpty ? eventWork : 0)
            if work * count > Self.shortWork { return true }
        }
        if modifiers * gestures > Self.fewSearches {
            let effort = surfaces.reduce(0) { $0 + $1.surface.mostNearestEffort(taps: gestures) }
            if effort > Self.shortNearestSearch { return true }
        }
        return surfaces[index].surface.mostSearchEffort > Self.shortSearch
    }

    /// The most series of modifiers in all events of a batch that is surely short.
    private static let shortContent = 1_024
    /// The most work of a short batch, in readings.
    private static let shortWork = 16_384
    /// The most effort of a short search for points in a marquee.
    private static let shortSearch = 1_048_576
    /// The most effort of short searches for the nearest point, a unit of which takes longer.
    private static let shortNearestSearch = 262_144
    /// The number of searches that are short, whatever the rows are.
    private static let fewSearches = 8

    /// The work of an event before its update, in readings: that of the modifiers of the surface and of its event
    /// groups.
    func gestureWork(ofSurface index: Int) -> Int { surfacesReached(from: index).reduce(0) { $0 + $1.gestureWork } }

    /// The most effort of the searches at the end of one gesture, in values read: those of the modifiers of the surface
    /// and of its event groups.
    func searchEffort(ofSurface index: Int) -> Int {
        surfacesReached(from: index).reduce(0) { effort, surface in
            let nearest = surface.mostNearestEffort(taps: 1) - surface.mostNearestEffort(taps: 0)
            return effort + surface.mostSearchEffort + nearest * Self.valuesPerNearest
        }
    }

    /// How many values read in a marquee take as long as a unit of the effort to find the nearest point.
    private static let valuesPerNearest = 32

    /// The surfaces that an event reaches: its own, and those of its event groups.
    private func surfacesReached(from index: Int) -> [Surface] {
        let groups = Set(surfaces[index].surface.eventGroups)
        return surfaces.indices.filter { other in
            other == index || !groups.isDisjoint(with: surfaces[other].surface.eventGroups)
        }.map { surfaces[$0].surface }
    }

    private var positionsByID: [String: Int] {
        Dictionary(surfaces.indices.map { (surfaces[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func eventWork(ofSurface index: Int, linkedAxes: Int) -> Int {
        let surface = surfaces[index].surface
        let updates = 1 + (linkedAxes > 0 ? 1 : 0) + (surface.watchedAxes.isEmpty ? 0 : 1)
        return updates * surface.updateWork + linkedAxes * surface.axisCount + surface.tickWork
    }

    /// The groups of surfaces that events, links or overviews connect.
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

    /// The surfaces that events, links or overviews connect directly with each surface.
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
