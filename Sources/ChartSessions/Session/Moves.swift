import ChartEngine

/// The axes that a change has moved, before links are resolved.
struct Moves {
    /// The axes that the change addressed: those of its surface, and those that its gestures asked for elsewhere.
    ///
    /// Linked axes follow them, whether they have moved or not.
    private(set) var leading: [AxisReference]
    /// The axes of ``leading`` that have moved.
    private(set) var moved: [AxisReference]
    /// The axes that an event group has moved on other surfaces, surface by surface.
    private(set) var following: [AxisReference] = []
    /// The ranges of the surface's axes before the change.
    let before: [AxisReference: AxisRange]
    /// The addressed surface.
    let driver: String

    /// Starts with the axes of the changed surface.
    ///
    /// - Parameters:
    ///   - index: The surface.
    ///   - before: Its ranges before the change.
    ///   - session: The session after the change.
    init(ofSurface index: Int, before: [AxisRange], in session: Session) {
        let chart = session.surfaces[index].surface.chart
        driver = chart.id
        leading = (chart.xAxes + chart.yAxes).map { AxisReference(surface: chart.id, axis: $0.id) }
        moved = Self.moved(before, chart)
        self.before = Dictionary(uniqueKeysWithValues: zip(leading, before))
    }

    /// Adds an axis of another surface that a gesture has asked for.
    mutating func noteRequest(of axis: AxisReference, hasMoved: Bool) {
        if !leading.contains(axis) { leading.append(axis) }
        if hasMoved, !moved.contains(axis) { moved.append(axis) }
    }

    /// Adds the axes that an event group has moved on a surface.
    mutating func noteFollower(_ chart: Chart, before: [AxisRange]) {
        for axis in Self.moved(before, chart) where !following.contains(axis) { following.append(axis) }
    }

    private static func moved(_ before: [AxisRange], _ chart: Chart) -> [AxisReference] {
        zip(chart.xAxes + chart.yAxes, before).filter { $0.visibleRange != $1 }
            .map { AxisReference(surface: chart.id, axis: $0.0.id) }
    }
}
