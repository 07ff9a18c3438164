extension Axis {
    /// Takes note of new rows: an axis that follows moves along, unless a gesture holds it.
    ///
    /// - Parameters:
    ///   - lastRow: The place of the last row now.
    ///   - previous: The place of the last row before; `nil` when there was none.
    ///   - isHeld: Whether a gesture holds what is shown; the axis moves along when it lets go.
    mutating func follow(lastRow: Double, after previous: Double?, isHeld: Bool) {
        guard options.follow != .none else { return }
        if isHeld {
            if let previous, awaitedRow == nil || shows(previous) { awaitedRow = previous }
        } else if followState == .following {
            keepUp(with: lastRow)
        }
    }

    /// Lets go of an axis that a gesture has held: it moves along with the rows that have come since, unless the gesture
    /// has left the row that was the last one until then.
    mutating func catchUp(lastRow: Double?) {
        guard let awaitedRow else { return }
        self.awaitedRow = nil
        if let lastRow, shows(awaitedRow) { keepUp(with: lastRow) }
    }

    /// Moves the axis along with the last row as it is set to; one that shows the row, but for rounding, stays.
    mutating func keepUp(with lastRow: Double) {
        guard visibleRange.max < lastRow, !shows(lastRow) else { return }
        resumeFollowing(lastRow: lastRow)
    }

    /// Moves the axis to the last row as it would follow it, whatever is shown now.
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

    /// Whether the axis follows what is shown now: the last row, or the one that was the last before a
    /// gesture held the axis back.
    func follows(lastRow: Double?) -> Bool {
        guard options.follow != .none else { return false }
        guard let lastRow else { return true }
        return shows(lastRow) || awaitedRow.map(shows) == true
    }

    /// Notes whether the user's window still shows the last row.
    mutating func updateFollowState(lastRow: Double?) {
        followState = options.follow == .none ? nil : follows(lastRow: lastRow) ? .following : .paused
    }

    /// Whether a place is in the visible range, but for the rounding of gestures that led there.
    private func shows(_ place: Double) -> Bool {
        let positions = visiblePositions
        let rounding = positions.rounding(beside: positions)
        let position = scale.position(of: place)
        return position >= positions.min - rounding && position <= positions.max + rounding
    }
}

extension Chart {
    /// The place of the last row along the x axes; `nil` without rows.
    var lastRow: Double? { rowExtent?.last }

    /// Whether an x axis has been held back from new rows.
    var isHeldBack: Bool { xAxes.contains { $0.awaitedRow != nil } }

    /// Lets go of the x axes that a gesture has held.
    mutating func catchUp() {
        let last = lastRow
        suspendUpdates { chart in
            for index in chart.xAxes.indices { chart.xAxes[index].catchUp(lastRow: last) }
        }
    }

    /// Moves the axes that are set to follow to the last row.
    mutating func resumeFollowing() {
        guard let last = lastRow else { return }
        suspendUpdates { chart in
            for index in chart.xAxes.indices { chart.xAxes[index].resumeFollowing(lastRow: last) }
        }
    }
}
