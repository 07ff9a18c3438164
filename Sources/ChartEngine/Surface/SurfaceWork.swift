/// How much work the events of a surface may be.
extension Surface {
    /// The most work of one update on this surface, in readings.
    ///
    /// One reading is about the work to read the value of a series at a place and to write it. The work depends only on
    /// what the surface contains, so that the server can refuse a costly surface when it is made.
    ///
    /// Every modifier, every axis and every series counts one. A modifier also counts its readings; a reading of a
    /// stacked series includes all series below it. Where bars are the data, each series also counts the work to
    /// measure its bars. Percents of the first value in view count their rows where all of them are computed.
    ///
    /// - Complexity: O(modifiers).
    public var updateWork: Int {
        let readings = modifiers.reduce(0) { $0 + 1 + $1.modifier.readings(ofSeries: chart.readingCount) }
        return readings + axisCount + chart.series.count + barWork + chart.movingWork
    }

    /// The work to measure the bars of the series, in readings.
    private var barWork: Int { chart.showsBars ? chart.series.count * Chart.barWork : 0 }

    /// The most work of modifiers for the gesture of one event, in readings.
    ///
    /// It may occur for each event of a batch, while an update occurs only at the end.
    ///
    /// - Complexity: O(modifiers).
    public var gestureWork: Int {
        // A zoom to the extents measures the bars, and it takes at least two events: hence half the work.
        modifiers.reduce(barWork / 2 + chart.movingWork) { work, entry in
            let followsUpdates = type(of: entry.modifier).needs.contains(.updates)
            return work + 1 + (followsUpdates ? 0 : entry.modifier.readings(ofSeries: chart.readingCount))
        }
    }

    /// The most effort of the search at a marquee's end, in values read.
    ///
    /// - Complexity: O(log n + modifiers).
    @inlinable public var mostSearchEffort: Int {
        let searches = modifiers.count { $0.modifier.searchesRectangles }
        return searches == 0 ? 0 : chart.mostRectangleEffort(of: searches)
    }

    /// The most effort of the searches of a batch for the nearest point, in values read.
    ///
    /// A modifier that follows updates searches once, at the end of the batch; any other one at each tap.
    ///
    /// - Parameter taps: The most taps that the batch ends.
    /// - Returns: The effort, 0 without such modifiers.
    /// - Complexity: O(log n + modifiers).
    public func mostNearestEffort(taps: Int) -> Int {
        let searches = modifiers.reduce(0) { searches, entry in
            guard entry.modifier.searchesNearestPoint else { return searches }
            return searches + (type(of: entry.modifier).needs.contains(.updates) ? 1 : taps)
        }
        return searches == 0 ? 0 : chart.mostNearestEffort(of: searches)
    }

    /// The work to answer with the ticks of the axes, apart from the update, in readings.
    ///
    /// An axis writes its major ticks and the minor ticks between them.
    public var tickWork: Int { (chart.xAxes + chart.yAxes).reduce(0) { $0 + $1.tickWork } }

    /// The number of axes.
    public var axisCount: Int { chart.axisCount }

    /// The number of fixed lines of all modifiers.
    public var sliceCount: Int { modifiers.reduce(0) { $0 + $1.sliceCount } }
}

extension Chart {
    /// The most effort of searches for the points in a rectangle.
    @usableFromInline func mostRectangleEffort(of searches: Int) -> Int {
        searches * min(visibleRows.count * readingCount, SearchEffort.inside)
    }

    /// The most effort of searches for the nearest point.
    func mostNearestEffort(of searches: Int) -> Int {
        searches * min(visibleRows.count * readingCount, SearchEffort.nearest)
    }
}

extension Axis {
    /// The number of ticks that cost as much as one reading.
    private static let ticksPerReading = 16

    /// The work to make and write the axis's ticks, in readings.
    fileprivate var tickWork: Int {
        let ticks = (options.tickCount ?? 10) * max(1, options.minorsPerMajor)
        return min(ticks, TickLimit.ticks) / Self.ticksPerReading
    }
}

extension SeriesHit {
    /// The cost of a search for the nearest place of one series, in readings.
    static let readings = 8
}
