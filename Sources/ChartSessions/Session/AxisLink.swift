package import ChartEngine

/// Axes whose ranges move together, in data space.
package struct AxisLink: Sendable, Hashable, Codable {
    /// The relation of the ranges.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The ranges are equal.
        case same
        /// The spans are equal, and the difference of the minima stays as it was when the link was made.
        case offset
        /// The ranges are the same fractions of their data ranges, in positions of the axes' scales.
        case proportional
    }

    /// An axis of a session.
    package typealias Member = AxisReference

    /// The linked axes, two or more, without duplicates.
    package let members: [Member]
    /// The relation of their ranges.
    package let kind: Kind
    /// The minimum of each member minus that of the first, when the link was made.
    let offsets: [Double]

    /// Links axes with their current ranges; `nil` if one is missing.
    ///
    /// - Parameters:
    ///   - members: The axes.
    ///   - kind: The relation of their ranges.
    ///   - axis: Looks up an axis.
    package init?(_ members: [Member], kind: Kind, axis: (Member) -> Axis?) {
        var minima: [Double] = []
        for member in members {
            guard let axis = axis(member) else { return nil }
            minima.append(axis.visibleRange.min)
        }
        self.members = members
        self.kind = kind
        offsets = minima.map { $0 - (minima.first ?? 0) }
    }

    /// The map from one member's values to another's.
    ///
    /// - Parameters:
    ///   - leader: The position and the axis of the one.
    ///   - follower: The position and the axis of the other.
    /// - Returns: The map; `nil` for a proportional link while one axis has no data, or none on its scale.
    func map(from leader: (position: Int, axis: Axis), to follower: (position: Int, axis: Axis)) -> LinkMap? {
        switch kind {
        case .same:
            return .identity
        case .offset:
            return LinkMap(from: 0, to: offsets[follower.position] - offsets[leader.position])
        case .proportional:
            guard let from = leader.axis.dataRange, let to = follower.axis.dataRange else { return nil }
            return LinkMap(from: from, on: leader.axis.scale, to: to, on: follower.axis.scale)
        }
    }
}
