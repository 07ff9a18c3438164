extension Surface {
    /// The axes of other surfaces that the modifiers read, each once.
    public var watchedAxes: [AxisReference] { chain.watchedAxes }

    /// Updates the axes of other surfaces that the modifiers read.
    ///
    /// - Parameter axes: The watched axes that exist, as they are now.
    public mutating func watch(_ axes: [WatchedAxis]) {
        let isSame = axes.count == chart.watchedAxes.count && zip(axes, chart.watchedAxes).allSatisfy { $0.shows($1) }
        guard !isSame else { return }
        let ranges = chart.ranges
        asPartOfUpdate { surface in surface.chain.chart.suspendUpdates { $0.watchedAxes = axes } }
        actions.settle(on: chart, unlessMovedBefore: ranges)
    }

    /// Sets the range of an axis that a gesture on another surface requests; this is no action of this surface.
    public mutating func grant(_ range: AxisRange, axis id: String, clip: RangeClip) {
        asPartOfUpdate { surface in
            surface.chain.chart.requestRange(range, axis: id, clip: clip)
            surface.chain.chart.traceLimitations()
        }
        if !isActing { actions.settle(on: chart) }
    }

    /// Drops what a gesture on another surface has requested beyond the constraints.
    public mutating func endGrants() {
        if !isActing, !followsGestures { chain.chart.endRequests() }
    }
}
