extension Chart {
    /// Shows a range of one axis that a link asks it for, bit for bit where the axis's limits allow it.
    mutating func follow(_ range: AxisRange, axis id: String) {
        forEachAxis(.xy) { axis, _ in
            if axis.id == id, let shown = axis.shown(ofLink: range) { axis.take(shown) }
        }
    }

    /// Shows a range of one axis, whatever its gesture has asked for; that is kept.
    mutating func settle(_ range: AxisRange, axis id: String) {
        forEachAxis(.xy) { axis, _ in
            if axis.id == id, let shown = axis.shown(ofLink: range) { axis.visibleRange = shown }
        }
    }

    /// Notes how the limits of an axis change a range that a link asks it for.
    mutating func noteLimits(of range: AxisRange, axis id: String) {
        guard trace != nil else { return }
        forEachAxis(.xy) { axis, _ in
            guard axis.id == id, let positions = axis.scale.positions(of: range) else { return }
            axis.noteLimitations(of: positions, about: positions.centre, axis.constraint())
        }
    }

    /// Notes that an axis cannot show what a link asks it for.
    mutating func noteLink(refusing range: AxisRange, axis id: String) {
        guard trace != nil else { return }
        forEachAxis(.xy) { axis, _ in
            guard axis.id == id else { return }
            axis.limitations?.append(RangeLimitation(rule: .link, wanted: range, applied: axis.visibleRange))
        }
    }
}

extension Axis {
    /// What the axis shows of a range that a link asks it for; `nil` where it follows its data alone, and for a range
    /// without a place on its scale.
    fileprivate func shown(ofLink range: AxisRange) -> AxisRange? {
        guard !options.autoRange.followsData, let admitted = admitted(range) else { return nil }
        guard admitted != range, admitted.isNearly(range), options.hasHardLimit else {
            return admitted.isNearly(range) ? range : admitted
        }
        return admitted
    }
}
