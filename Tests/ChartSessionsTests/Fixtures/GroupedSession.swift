import ChartEngine
import ChartSeries
import ChartSessions
import Gestures
import Testing

/// Sessions whose surfaces share their events.
enum GroupedSession {
    /// A surface of ``SampleSession`` with a group modifier.
    ///
    /// - Parameters:
    ///   - id: The surface's name.
    ///   - group: Its event group; `nil` for none.
    ///   - table: Its rows.
    ///   - modifiers: Further modifiers.
    /// - Returns: The surface.
    static func surface(
        _ id: String, group: String? = "all", table: Table = SampleSession.table, _ modifiers: [AttachedModifier] = []
    ) -> SessionSurface {
        var surface = SampleSession.surface(id, table: table).surface
        var parameters = GroupModifier.Parameters()
        parameters.eventGroup = group
        surface.add(AttachedModifier(id: "group", modifier: GroupModifier(parameters: parameters)))
        for modifier in modifiers { surface.add(modifier) }
        return SessionSurface(surface: surface, dataset: nil)
    }

    static func session(_ groups: [String: String]) -> Session {
        SampleSession.session(groups.keys.sorted().map { surface($0, group: groups[$0]) })
    }

    /// A small surface with an overview of the x axis of `main`: a point is 0.25 of x.
    static func overview(_ id: String = "overview", of axis: String = "main/x", height: Double = 40) -> SessionSurface {
        let chart = Chart(
            id: id, size: ChartSize(width: 400, height: height),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions())],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())], series: [], table: SampleSession.table)
        var surface = Surface(chart: chart)
        var parameters = OverviewModifier.Parameters()
        parameters.of = AxisReference(axis)
        surface.add(AttachedModifier(id: "overview", modifier: OverviewModifier(parameters: parameters)))
        return SessionSurface(surface: surface, dataset: nil)
    }
}

extension Session {
    /// Plays a script of touches, each event as a batch; its zero is at a time in milliseconds.
    mutating func touch(_ script: [InputEvent], on surface: String) throws(SessionError) {
        for event in script { try send([event], to: surface) }
    }

    /// Changes the group modifier of a surface.
    mutating func changeGroup(
        of surface: String, isEnabled: Bool = true, to group: String? = "all"
    ) throws {
        try changeSurface(surface) { surface in
            var options = AttachedModifier.Options()
            options.isEnabled = isEnabled
            var parameters = GroupModifier.Parameters()
            parameters.eventGroup = group
            surface.changeModifier("group", options: options, to: GroupModifier(parameters: parameters))
        }
    }

    /// The gestures in progress on a surface.
    func gestures(_ surface: String) throws -> [String] {
        try #require(self.surface(surface)).surface.gestures.map {
            "\($0.modifier) \($0.gesture.kind) \($0.gesture.state)"
        }
    }

    /// The overlay of the overview on a surface.
    func thumb(_ surface: String = "overview") throws -> Overlay {
        try #require(self.surface(surface)?.surface.chart.overlays.first { $0.kind == "overview" })
    }
}
