extension Surface {
    /// How much work one update may be on this surface, in readings: one is about what it takes to read the value of a
    /// series at a place and to tell it.
    ///
    /// It follows from what the surface is made of alone, so that a surface that is too dear can be refused when it is
    /// made. Every modifier counts one, and each reading that it makes, of a stacked series with all below it; every axis and every series counts one. Where bars
    /// are the data each series also counts what it takes to measure them.
    ///
    /// - Complexity: O(modifiers).
    public var updateWork: Int {
        let readings = modifiers.reduce(0) { $0 + 1 + $1.modifier.readings(ofSeries: chart.readingCount) }
        return readings + axisCount + chart.series.count + barWork
    }

    /// How much work it is to measure the bars that the series show.
    private var barWork: Int { chart.showsBars ? chart.series.count * Chart.barWork : 0 }

    /// How much of it may happen for each event of a batch, where an update comes at the end of a batch: what modifiers do
    /// with a gesture.
    ///
    /// - Complexity: O(modifiers).
    public var gestureWork: Int {
        // A zoom to the extents measures bars, and takes two events at least.
        modifiers.reduce(barWork / 2) { work, entry in
            let followsUpdates = type(of: entry.modifier).needs.contains(.updates)
            return work + 1 + (followsUpdates ? 0 : entry.modifier.readings(ofSeries: chart.readingCount))
        }
    }

    /// How much work it is to answer with the surface beyond its update: an axis writes up to its major ticks, and the
    /// minor ones between them.
    public var tickWork: Int { (chart.xAxes + chart.yAxes).reduce(0) { $0 + $1.tickWork } }

    /// How many axes it has.
    public var axisCount: Int { chart.xAxes.count + chart.yAxes.count }

    /// How many fixed lines its modifiers show.
    public var sliceCount: Int { modifiers.reduce(0) { $0 + $1.sliceCount } }
}

extension Axis {
    /// How many ticks take as long as one reading.
    private static let ticksPerReading = 16

    /// How much work it is to make and write its ticks, in readings.
    fileprivate var tickWork: Int {
        let ticks = (options.tickCount ?? 10) * max(1, options.minorsPerMajor)
        return min(ticks, TickLimit.ticks) / Self.ticksPerReading
    }
}

extension SeriesHit {
    /// How many readings take as long as a search for the nearest place of one series.
    static let readings = 8
}

extension AttachedModifier {
    /// How many fixed lines the modifier shows.
    public var sliceCount: Int { (modifier as? VerticalSliceModifier)?.parameters.slices.count ?? 0 }
}
