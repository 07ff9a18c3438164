import ChartSeries
package import Gestures

/// What a surface adds to the digest of a session.
extension Surface {
    /// Adds what the surface shows, and its gestures in progress, to a digest.
    ///
    /// - Complexity: O(axes + series + recognizers + touches), without an allocation.
    package func add(to digest: inout StateDigest) {
        digest.add(chain.modifiersDigest)
        chain.chart.add(to: &digest)
        arena.add(to: &digest)
        for index in guests.indices {
            digest.add(guests[index].client)
            digest.add(guests[index].id)
            digest.add(guests[index].annotation)
            digest.add(guests[index].start)
            digest.add((guests[index].hasBegun ? 1 : 0) | (guests[index].isSpent ? 2 : 0))
        }
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
        for index in others.indices {
            digest.add(others[index].table.version)
            digest.add(others[index].table.rowCount)
        }
        digest.add(xAxes)
        digest.add(yAxes)
        let series = series.span
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
        annotations.add(to: &digest)
    }
}

extension StateDigest {
    /// Adds both ends of a range.
    @inline(__always)
    fileprivate mutating func add(_ range: AxisRange) {
        add(range.min)
        add(range.max)
    }

    /// Adds the ranges of axes, and what decides whether they are the extents.
    ///
    /// It reads each property in place, because a method call would copy an axis with all that it refers to.
    fileprivate mutating func add(_ axes: [Axis]) {
        let axes = axes.span
        for index in axes.indices {
            let dataRange = axes[index].dataRange
            let limit = axes[index].options.visibleRangeLimit
            let growBy = axes[index].options.growBy
            add(axes[index].visibleRange)
            if let dataRange { add(dataRange) }
            if let low = limit.min { add(low) }
            if let high = limit.max { add(high) }
            add(growBy.min)
            add(growBy.max)
            if let requested = axes[index].requested { add(requested.range) }
            var flags = axes[index].options.isFlipped ? 1 : 0
            flags |= axes[index].options.hasHardLimit ? 2 : 0
            flags |= axes[index].options.alignment.isVertical ? 4 : 0
            flags |= axes[index].awaitsData ? 8 : 0
            flags |= axes[index].followState == .paused ? 16 : 0
            flags |= dataRange == nil ? 32 : 0
            flags |= limit.min == nil ? 64 : 0
            flags |= limit.max == nil ? 128 : 0
            add(flags)
            guard axes[index].isCoasting, let inertia = axes[index].inertia else { continue }
            add(inertia.motion.start)
            add(inertia.motion.velocity.dx)
            add(inertia.motion.velocity.dy)
            add(inertia.base)
        }
    }
}

extension AxisAlignment {
    /// Whether an axis on this side is always vertical; `auto` is not.
    fileprivate var isVertical: Bool {
        switch self {
        case .left, .right: true
        case .top, .bottom, .auto: false
        }
    }
}

extension ModifierChain {
    /// A digest of the surface's id and its modifiers: their ids, types, options and relations to each other.
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
            guard let when = entry.options.when else { continue }
            for button in when.buttons { digest.add(button.rawValue) }
            digest.add(when.keys.map { "keys \($0.count)" } ?? "any keys")
            for key in when.keys ?? [] { digest.add(key.rawValue) }
        }
        return digest.digest
    }
}

extension Selection {
    /// A digest of rows, series and annotations.
    static func digest(of rows: [Int], others: [SelectedRows], series: [String], annotations: [String]) -> UInt64 {
        var digest = StateDigest()
        for row in rows { digest.add(row) }
        digest.add(rows.count)
        for one in others {
            digest.add(one.source.dataset ?? "")
            for row in one.rows { digest.add(row) }
            digest.add(one.rows.count)
        }
        for id in series { digest.add(id) }
        if !annotations.isEmpty {
            digest.add(annotations.count)
            for id in annotations { digest.add(id) }
        }
        return digest.digest
    }
}
