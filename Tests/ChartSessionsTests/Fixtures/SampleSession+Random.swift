import ChartEngine
import ChartSessions
import CoreTestSupport

extension SampleSession {
    /// A session of random surfaces; every second one links two axes, if possible.
    static func random(surfaces count: ClosedRange<Int>, _ cases: inout SeededCases) -> Session {
        let surfaces = (0..<cases.integer(in: count)).map { index in
            var random = RandomSurface(&cases)
            random.id = "surface\(index)"
            return random
        }
        let plain = session(surfaces.map { SessionSurface(surface: $0.surface, dataset: nil) })
        guard cases.isTrue() else { return plain }
        let last = AxisReference(surface: surfaces[surfaces.count - 1].id, axis: cases.element(of: ["x", "y"]))
        let members = [AxisReference(surface: "surface0", axis: surfaces.count == 1 ? "x2" : "x"), last]
        let types = members.compactMap { plain.axis($0)?.options.type }
        let kinds = types.count == 2 && types[0] == types[1] ? AxisLink.Kind.allCases : [.proportional]
        guard let link = AxisLink(members, kind: cases.element(of: kinds), axis: { plain.axis($0) }) else {
            return plain
        }
        let linked = Session(
            id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: plain.surfaces, links: [link])
        return linked.contradictedLink == nil ? linked : plain
    }
}

extension Session {
    /// The first link that its axes contradict although they agree after each move; `nil` without one.
    ///
    /// Where an action may change what the data of an axis reach (a legend hides series, and annotations count), axes in
    /// proportion agree again with the next move.
    var brokenLink: AxisLink? {
        guard let link = contradictedLink.map({ links[$0] }) else { return nil }
        let changesData = surfaces.contains { entry in
            entry.surface.modifiers.contains { $0.modifier is LegendModifier }
                || entry.surface.annotations.items.contains(where: \.style.counts)
        }
        return changesData && link.kind == .proportional ? nil : link
    }
}
