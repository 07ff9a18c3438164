extension Surface {
    /// The axes of other surfaces that its modifiers look at, each once.
    public var watchedAxes: [AxisReference] { chain.watchedAxes }

    /// Shows the modifiers the axes of other surfaces that they look at, as they are now.
    ///
    /// - Parameter axes: Those that exist.
    public mutating func watch(_ axes: [WatchedAxis]) {
        let isSame = axes.count == chart.watchedAxes.count && zip(axes, chart.watchedAxes).allSatisfy { $0.shows($1) }
        guard !isSame else { return }
        let ranges = chart.ranges
        asPartOfUpdate { surface in surface.chain.chart.suspendUpdates { $0.watchedAxes = axes } }
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Gives an axis the range that a gesture on another surface asks for; this is no action of its own.
    public mutating func grant(_ range: AxisRange, axis id: String, clip: RangeClip) {
        asPartOfUpdate { surface in
            surface.chain.chart.requestRange(range, axis: id, clip: clip)
            surface.chain.chart.traceLimitations()
        }
        if !isActing { actions.settle(on: chart) }
    }

    /// Lets go of what a gesture on another surface has asked for beyond the constraints.
    public mutating func endGrants() {
        if !isActing, !followsGestures { chain.chart.endRequests() }
    }
}
