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

    /// The range of one member when another one has moved.
    ///
    /// - Parameters:
    ///   - follower: The position of the member that follows.
    ///   - leader: The position of the one that has moved.
    ///   - leading: The axis that has moved.
    ///   - following: The axis that follows.
    /// - Returns: `nil` when no sound range comes of it.
    func range(ofMember follower: Int, leader: Int, leading: Axis, following: Axis) -> AxisRange? {
        let range = leading.visibleRange
        switch kind {
        case .same:
            return range
        case .offset:
            let distance = offsets[follower] - offsets[leader]
            return AxisRange(min: range.min + distance, max: range.max + distance)
        case .proportional:
            guard let from = leading.dataRange, let to = following.dataRange else { return nil }
            let low = (range.min - from.min) / from.span
            let high = (range.max - from.min) / from.span
            return AxisRange(min: to.min + low * to.span, max: to.min + high * to.span)
        }
    }
}
