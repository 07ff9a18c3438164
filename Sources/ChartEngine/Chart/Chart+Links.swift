extension Chart {
    /// Shows a range of one axis for a link, bit for bit where the axis's limits allow it.
    mutating func follow(_ range: AxisRange, axis id: String) {
        forEachAxis(.xy) { axis, _ in
            if axis.id == id, let shown = axis.shown(ofLink: range) { axis.take(shown) }
        }
    }

    /// Shows a range of one axis, and keeps what its gesture asks for.
    mutating func settle(_ range: AxisRange, axis id: String) {
        forEachAxis(.xy) { axis, _ in
            if axis.id == id, let shown = axis.shown(ofLink: range) { axis.visibleRange = shown }
        }
    }

    /// Records how the limits of an axis change a range that a link asks for.
    mutating func noteLimits(of range: AxisRange, axis id: String) {
        guard trace != nil else { return }
        forEachAxis(.xy) { axis, _ in
            guard axis.id == id, let positions = axis.scale.positions(of: range) else { return }
            axis.noteLimitations(of: positions, about: positions.centre, axis.constraint())
        }
    }

    /// Records that an axis cannot show a range that a link asks for.
    mutating func noteLink(refusing range: AxisRange, axis id: String) {
        guard trace != nil else { return }
        forEachAxis(.xy) { axis, _ in
            guard axis.id == id else { return }
            axis.limitations?.append(RangeLimitation(rule: .link, wanted: range, applied: axis.visibleRange))
        }
    }
}

extension Axis {
    /// The range that the axis shows for a link's range; `nil` if it follows its data or its scale cannot show it.
    fileprivate func shown(ofLink range: AxisRange) -> AxisRange? {
        guard !options.autoRange.followsData, let admitted = admitted(range) else { return nil }
        guard admitted != range, scale.isNearly(admitted, range), options.hasHardLimit else {
            return scale.isNearly(admitted, range) ? range : admitted
        }
        return admitted
    }
}
