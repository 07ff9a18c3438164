public import ChartEngine

/// Axes whose ranges move together, in data space.
public struct AxisLink: Sendable, Hashable, Codable {
    /// How the ranges hang together.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// They are equal.
        case same
        /// The spans are equal and the difference of the minima stays as it was when the link was made.
        case offset
        /// They are at the same fractions of their data's ranges.
        case proportional
    }

    /// An axis of a session.
    public typealias Member = AxisReference

    /// The linked axes, two or more, each once.
    public let members: [Member]
    /// How they hang together.
    public let kind: Kind
    /// The minimum of each member beyond that of the first when the link was made.
    let offsets: [Double]

    /// Links axes as they are now; `nil` when one is missing.
    ///
    /// - Parameters:
    ///   - members: The axes.
    ///   - kind: How they hang together.
    ///   - axis: Finds an axis.
    public init?(_ members: [Member], kind: Kind, axis: (Member) -> Axis?) {
        var minima: [Double] = []
        for member in members {
            guard let axis = axis(member) else { return nil }
            minima.append(axis.visibleRange.min)
        }
        self.members = members
        self.kind = kind
        offsets = minima.map { $0 - (minima.first ?? 0) }
    }

    /// Where the values of one member lie on another one.
    ///
    /// - Parameters:
    ///   - leader: The position of the one, and the axis.
    ///   - follower: The position of the other one, and the axis.
    /// - Returns: `nil` as long as one of them has no data that the link goes by.
    func map(from leader: (position: Int, axis: Axis), to follower: (position: Int, axis: Axis)) -> LinkMap? {
        switch kind {
        case .same:
            return .identity
        case .offset:
            return LinkMap(from: 0, to: offsets[follower.position] - offsets[leader.position])
        case .proportional:
            guard let from = leader.axis.dataRange, let to = follower.axis.dataRange else { return nil }
            return LinkMap(from: from.min, to: to.min, scale: to.span / from.span)
        }
    }
}
