import ChartEngine

/// Which axes a change of the session has moved, before links are resolved.
struct Moves {
    /// The axes that the change was about: those of the surface, and those that its gestures asked for elsewhere.
    ///
    /// Whether one has moved or is held where it was, axes linked with it go by it.
    private(set) var leading: [AxisReference]
    /// Those of ``leading`` that have moved.
    private(set) var moved: [AxisReference]
    /// The axes that modifiers of other surfaces have moved because of an event group, surface by surface.
    private(set) var following: [AxisReference] = []
    /// What the axes of the surface showed before.
    let before: [AxisReference: AxisRange]
    /// The surface that the change was about.
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

    /// Notes an axis of another surface that a gesture of the changed one has asked for.
    mutating func noteRequest(of axis: AxisReference, hasMoved: Bool) {
        if !leading.contains(axis) { leading.append(axis) }
        if hasMoved, !moved.contains(axis) { moved.append(axis) }
    }

    /// Notes which axes of a surface an event group has moved.
    mutating func noteFollower(_ chart: Chart, before: [AxisRange]) {
        for axis in Self.moved(before, chart) where !following.contains(axis) { following.append(axis) }
    }

    private static func moved(_ before: [AxisRange], _ chart: Chart) -> [AxisReference] {
        zip(chart.xAxes + chart.yAxes, before).filter { $0.visibleRange != $1 }
            .map { AxisReference(surface: chart.id, axis: $0.0.id) }
    }
}
