extension Axis {
    /// Follows new rows as `follow` says, unless a gesture holds the axis.
    ///
    /// - Parameters:
    ///   - lastRow: The x of the last row now.
    ///   - previous: The x of the last row before; `nil` when there was none.
    ///   - isHeld: Whether a gesture holds the axis; the axis then follows when the gesture ends.
    mutating func follow(lastRow: Double, after previous: Double?, isHeld: Bool) {
        guard options.follow != .none else { return }
        if isHeld {
            awaitedRow = awaitedRow ?? previous
        } else if followState == .following {
            keepUp(with: lastRow)
        }
    }

    /// Follows the rows that came during a gesture.
    ///
    /// It does so if the row that was last when the gesture began, or the row that is last now, is in view.
    mutating func catchUp(lastRow: Double?) {
        guard let awaitedRow else { return }
        self.awaitedRow = nil
        if let lastRow, shows(awaitedRow) { keepUp(with: lastRow) }
    }

    /// Moves the visible range to the last row as `follow` says, unless it shows that row, except for rounding.
    mutating func keepUp(with lastRow: Double) {
        guard visibleRange.max < lastRow, !shows(lastRow) else { return }
        resumeFollowing(lastRow: lastRow)
    }

    /// Moves the visible range to the last row as `follow` says, even if it shows the row already.
    mutating func resumeFollowing(lastRow: Double) {
        switch options.follow {
        case .none:
            return
        case .shift:
            let end = scale.position(of: lastRow)
            guard let positions = AxisRange(min: end - visiblePositions.span, max: end),
                let range = scale.values(of: positions, landmarks: [lastRow])
            else { return }
            set(range)
        case .extend:
            if let extended = AxisRange(min: visibleRange.min, max: lastRow) { set(extended) }
        }
    }

    /// Whether the axis follows: it shows the last row, or the row that was last when a gesture began to hold it.
    func follows(lastRow: Double?) -> Bool {
        guard options.follow != .none else { return false }
        guard let lastRow else { return true }
        return shows(lastRow) || awaitedRow.map(shows) == true
    }

    /// Sets ``followState`` by whether the axis shows the last row.
    mutating func updateFollowState(lastRow: Double?) {
        followState = options.follow == .none ? nil : follows(lastRow: lastRow) ? .following : .paused
    }

    /// Whether an x is in the visible range, except for the rounding of gestures.
    private func shows(_ place: Double) -> Bool {
        let positions = visiblePositions
        let rounding = positions.rounding(beside: positions)
        let position = scale.position(of: place)
        return position >= positions.min - rounding && position <= positions.max + rounding
    }
}

extension Chart {
    /// The x of the last row; `nil` without rows.
    var lastRow: Double? {
        guard !hasParts else {
            let parts = parts
            let own = parts.filter { $0.source.shift == nil }
            return (own.isEmpty ? parts : own).compactMap { $0.chart.lastRow }.max()
        }
        return rowExtent?.last
    }

    /// Whether a gesture keeps an x axis from following new rows.
    var isHeldBack: Bool { xAxes.contains { $0.awaitedRow != nil } }

    /// Lets the x axes follow the rows that came during a gesture.
    mutating func catchUp() {
        let last = lastRow
        suspendUpdates { chart in
            for index in chart.xAxes.indices { chart.xAxes[index].catchUp(lastRow: last) }
        }
    }

    /// Moves the axes with a follow mode to the last row.
    mutating func resumeFollowing() {
        guard let last = lastRow else { return }
        suspendUpdates { chart in
            for index in chart.xAxes.indices { chart.xAxes[index].resumeFollowing(lastRow: last) }
        }
    }
}
