import Gestures

/// The encoded state of an axis, without what is as in a new axis.
struct AxisState: Codable {
    var id: String
    var dimension: AxisDimension
    var type: AxisType
    var options: AxisOptions?
    var visibleRange: AxisRange
    var dataRange: AxisRange?
    var initialRange: AxisRange?
    var followState: FollowState?
    var requested: RequestedRange?
    var requestedGrowth: GrowBy?
    var isPlacedByOthers: Bool?
    var awaitedRow: Double?
    var inertia: AxisInertia?
    var awaitsData: Bool?

    init(of axis: Axis) {
        id = axis.id
        dimension = axis.dimension
        type = axis.options.type
        options = axis.options.unless(AxisOptions(type: axis.options.type))
        visibleRange = axis.visibleRange
        dataRange = axis.dataRange
        initialRange = axis.initialRange
        followState = axis.followState
        requested = axis.requested
        requestedGrowth = axis.requestedGrowth
        isPlacedByOthers = axis.isPlacedByOthers.unless(false)
        awaitedRow = axis.awaitedRow
        inertia = axis.inertia
        awaitsData = axis.awaitsData.unless(false)
    }

    /// Creates the axis.
    ///
    /// - Throws: ``UnsoundState`` for a state that no axis can have.
    func axis() throws(UnsoundState) -> Axis {
        let options = options ?? AxisOptions(type: type)
        let scale = options.type.scale
        let spans = [options.minimumSpan, options.maximumSpan].compactMap(\.self)
        let ends = [options.visibleRangeLimit.min, options.visibleRangeLimit.max].compactMap(\.self)
        let growths = [options.growBy, requestedGrowth ?? .zero].flatMap { [$0.min, $0.max] }
        try UnsoundState.require(options.type == type, "an axis of two types")
        try UnsoundState.require((1...1_000).contains(options.minorsPerMajor), "an axis with too many minor ticks")
        try UnsoundState.require((1...10_000).contains(options.tickCount ?? 1), "an axis with too many ticks")
        try UnsoundState.require(spans.allSatisfy { $0 > 0 }, "an axis without a span")
        try UnsoundState.require((ends + growths).allSatisfy(\.isFinite), "a limit or a growth that is no number")
        try UnsoundState.require(scale.contains(visibleRange), "a visible range beyond its scale")
        try UnsoundState.require(dataRange.map(scale.contains) ?? true, "a data range beyond its scale")
        try UnsoundState.require(initialRange.map(scale.contains) ?? true, "an initial range beyond its scale")
        var axis = Axis(id: id, dimension: dimension, options: options)
        axis.visibleRange = visibleRange
        axis.dataRange = dataRange
        axis.initialRange = initialRange
        axis.followState = followState
        axis.requested = requested
        axis.requestedGrowth = requestedGrowth
        axis.isPlacedByOthers = isPlacedByOthers ?? false
        axis.awaitedRow = awaitedRow
        axis.inertia = inertia
        axis.awaitsData = awaitsData ?? false
        return axis
    }
}

/// The encoded state of an axis of another surface.
struct WatchedAxisState: Codable {
    var reference: AxisReference
    var axis: AxisState
    var length: Double

    init(of watched: WatchedAxis) {
        reference = watched.reference
        axis = AxisState(of: watched.axis)
        length = watched.length
    }

    func watchedAxis() throws(UnsoundState) -> WatchedAxis {
        try UnsoundState.require(length > 0 && length.isFinite, "an axis without a length")
        return WatchedAxis(reference, axis: try axis.axis(), length: length)
    }
}

extension AxisRange {
    private enum CodingKeys: String, CodingKey {
        case min, max
    }

    /// Reads a range, and refuses ends that form none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let min = try container.decode(Double.self, forKey: .min)
        let max = try container.decode(Double.self, forKey: .max)
        guard let range = AxisRange(min: min, max: max) else {
            throw DecodingError.dataCorruptedError(
                forKey: .max, in: container, debugDescription: "No range of an axis.")
        }
        self = range
    }

    /// Writes both ends.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(min, forKey: .min)
        try container.encode(max, forKey: .max)
    }
}

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
