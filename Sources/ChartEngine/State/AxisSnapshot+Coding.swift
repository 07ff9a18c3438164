extension AxisSnapshot: Codable {
    /// Reads `[min, max, grow below, grow above, is following]`.
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        guard let range = AxisRange(min: try list.decode(Double.self), max: try list.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "No range of an axis.")
        }
        visibleRange = range
        growBy = list.isAtEnd ? .zero : GrowBy(min: try list.decode(Double.self), max: try list.decode(Double.self))
        isFollowing = list.isAtEnd ? false : try list.decode(Bool.self)
    }

    /// Writes `[min, max, grow below, grow above, is following]`, without last elements that are 0 and false.
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(visibleRange.min)
        try list.encode(visibleRange.max)
        guard growBy != .zero || isFollowing else { return }
        try list.encode(growBy.min)
        try list.encode(growBy.max)
        if isFollowing { try list.encode(true) }
    }
}
