import ChartSeries
package import Gestures

extension Surface {
    /// Takes what the surface shows, and what goes on on it, into a digest.
    ///
    /// Complexity: O(axes + series + recognizers + touches), without a copy or an allocation.
    package func add(to digest: inout StateDigest) {
        digest.add(chain.modifiersDigest)
        chain.chart.add(to: &digest)
        arena.add(to: &digest)
        if recognizedByClient.isEmpty, followed.isEmpty, !coastsWithGroup { return }
        digest.add(recognizedByClient.count << 1 | (coastsWithGroup ? 1 : 0))
        for index in recognizedByClient.indices { recognizedByClient[index].gesture.add(to: &digest) }
        for index in followed.indices { followed[index].gesture.add(to: &digest) }
    }
}

extension Chart {
    fileprivate func add(to digest: inout StateDigest) {
        digest.add(size.width)
        digest.add(size.height)
        digest.add(table.version)
        digest.add(table.rowCount)
        for index in xAxes.indices { xAxes[index].add(to: &digest) }
        for index in yAxes.indices { yAxes[index].add(to: &digest) }
        var visible: UInt64 = 1
        for index in series.indices {
            visible = visible << 1 | (series[index].isVisible ? 1 : 0)
            if index & 31 == 31 {
                digest.add(visible)
                visible = 1
            }
        }
        digest.add(visible)
        digest.add(selection.digest)
    }
}

extension Axis {
    /// Takes the range, and what decides whether it is the extents, into a digest.
    fileprivate func add(to digest: inout StateDigest) {
        digest.add(visibleRange)
        if let dataRange { digest.add(dataRange) }
        digest.add(options.growBy.min)
        digest.add(options.growBy.max)
        if let low = options.visibleRangeLimit.min { digest.add(low) }
        if let high = options.visibleRangeLimit.max { digest.add(high) }
        var flags = isVertical ? 1 : 0
        flags |= options.isFlipped ? 2 : 0
        flags |= options.hasHardLimit ? 4 : 0
        flags |= awaitsData ? 8 : 0
        flags |= followState == .paused ? 16 : 0
        flags |= dataRange == nil ? 32 : 0
        flags |= options.visibleRangeLimit.min == nil ? 64 : 0
        flags |= options.visibleRangeLimit.max == nil ? 128 : 0
        digest.add(flags)
        if let requested { digest.add(requested.range) }
        if let inertia {
            digest.add(inertia.motion.start)
            digest.add(inertia.motion.velocity.dx)
            digest.add(inertia.motion.velocity.dy)
            digest.add(inertia.base)
        }
    }
}

extension StateDigest {
    /// Takes in both ends of a range.
    @inline(__always)
    fileprivate mutating func add(_ range: AxisRange) {
        add(range.min)
        add(range.max)
    }
}

extension ModifierChain {
    /// A digest of the surface's id and of its modifiers: what each is called and is, whether it takes part, and how it
    /// stands to the others.
    func digestOfModifiers() -> UInt64 {
        var digest = StateDigest()
        digest.add(chart.id)
        for entry in modifiers {
            digest.add(entry.id)
            digest.add(type(of: entry.modifier).typeName)
            digest.add(entry.group ?? "")
            digest.add((entry.isEnabled ? 1 : 0) | (entry.options.receiveHandledEvents ? 2 : 0))
            for other in entry.options.requireFailureOf + [""] + entry.options.simultaneousWith { digest.add(other) }
            digest.add(entry.options.eventsGroupTag ?? "")
        }
        return digest.digest
    }
}

extension Selection {
    /// A digest of rows and series.
    static func digest(rows: [Int], series: [String]) -> UInt64 {
        var digest = StateDigest()
        for row in rows { digest.add(row) }
        digest.add(rows.count)
        for id in series { digest.add(id) }
        return digest.digest
    }
}
