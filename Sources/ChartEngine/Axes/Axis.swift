import Gestures

/// One axis of a chart: how it is set up, and the range that it shows.
public struct Axis: Sendable {
    /// The axis's name, unique on its surface.
    public let id: String
    /// Whether the axis shows the rows' x or the columns' values.
    public let dimension: AxisDimension
    /// What can be changed while the axis lives.
    public internal(set) var options: AxisOptions
    /// The values that are shown.
    public internal(set) var visibleRange: AxisRange
    /// What the data spans, without `growBy`; `nil` without data.
    public internal(set) var dataRange: AxisRange?
    /// The first range that the axis showed, once it had one.
    public internal(set) var initialRange: AxisRange?
    /// Whether the axis keeps up with new rows; `nil` when it is not asked to.
    public internal(set) var followState: FollowState?
    /// What the gesture in progress has asked for, unconstrained.
    var requested: RequestedRange?
    /// What changed ranges on their way to be shown; `nil` unless somebody wants to know.
    var limitations: [RangeLimitation]?
    /// What the gesture in progress has asked of `growBy`, beyond its limits.
    var requestedGrowth: GrowBy?
    /// What was the last row before a gesture held the axis back from new ones; `nil` unless some have come since.
    var awaitedRow: Double?
    /// How the content goes on moving after a pan.
    var inertia: AxisInertia? {
        get { keptInertia.value }
        set {
            keptInertia = RareValue(newValue)
            isCoasting = newValue != nil
        }
    }
    private var keptInertia = RareValue<AxisInertia>.none
    /// Whether the content goes on moving; derived from ``inertia``, so that asking copies nothing.
    private(set) var isCoasting = false
    /// Whether `autoRange: once` still waits for its first data.
    var awaitsData: Bool

    /// Creates an axis; without a visible range that has a place on its scale it shows 0…1, or 1…10 of a logarithmic one,
    /// until it gets data.
    public init(id: String, dimension: AxisDimension, options: AxisOptions, visibleRange: AxisRange? = nil) {
        let visibleRange = visibleRange.flatMap { options.type.scale.contains($0) ? $0 : nil }
        self.id = id
        self.dimension = dimension
        self.options = options
        self.visibleRange = visibleRange ?? options.type.scale.emptyRange
        initialRange = visibleRange
        awaitsData = visibleRange == nil && options.autoRange != .never
        followState = options.follow == .none ? nil : .following
        self.visibleRange = held(self.visibleRange)
    }

    /// How the values lie along the axis.
    @inline(__always)
    public var scale: AxisScale { options.type.scale }

    /// The side on which the axis stands, `auto` resolved.
    @inline(__always)
    public var alignment: AxisAlignment {
        switch options.alignment {
        case .left, .right, .top, .bottom: options.alignment
        case .auto: dimension == .x ? .bottom : .left
        }
    }

    /// Whether the axis runs from top to bottom.
    @inline(__always)
    public var isVertical: Bool { alignment == .left || alignment == .right }

    /// What the data spans, with `growBy`; `nil` without data.
    ///
    /// With ticks by the rule `countValues` it runs from the first tick to the last, whatever `growBy` says.
    public var maximumRange: AxisRange? { dataRange.flatMap(maximumRange(of:)) }

    private func maximumRange(of dataRange: AxisRange) -> AxisRange? {
        if options.tickRule == .countValues { return countValuesRange(maximum: dataRange.max) }
        guard let positions = scale.positions(of: dataRange) else { return dataRange }
        return scale.values(
            of: positions.grown(by: options.growBy), landmarks: [dataRange.min, dataRange.max]) ?? dataRange
    }

    private func countValuesRange(maximum: Double) -> AxisRange? {
        let ticks = CountValuesRule.values(maximum: maximum, count: options.tickCount ?? CountValuesRule.defaultCount)
        return ticks.last.flatMap { AxisRange(min: 0, max: $0) }
    }

    /// Whether the data, or the data with `growBy`, spans more than a Double holds, so that the extents are cut.
    public var isCut: Bool {
        scale == .linear && dataRange?.isCut(growingBy: options.growBy) ?? false
    }

    /// What zoomExtents gives: ``maximumRange`` inside the limits; `nil` without data.
    public var extents: AxisRange? { dataRange.flatMap(extents(of:)) }

    /// What shows data of some span: with `growBy`, inside the limits.
    func extents(of dataRange: AxisRange) -> AxisRange? { maximumRange(of: dataRange).map { held(limited($0)) } }

    /// ``maximumRange`` cut to the limit; `nil` without data.
    var limitedMaximumRange: AxisRange? { maximumRange.map(limited) }

    private func limited(_ range: AxisRange) -> AxisRange {
        options.limitedEnds.map { cut(range, to: $0) } ?? range
    }

    /// Whether the visible range is the extents, but for the rounding of gestures that led there.
    public var zoomState: ZoomState {
        guard let extents, let positions = scale.positions(of: extents) else { return .userZooming }
        return visiblePositions.isNearly(positions) ? .atExtents : .userZooming
    }

    /// What a changed range must satisfy, on the positions of the axis's scale.
    ///
    /// - Parameters:
    ///   - clipMode: How a modifier wants its range clipped.
    ///   - clipTarget: To what.
    /// - Returns: The constraint, with the axis's own spans and hard limit.
    public func constraint(clipMode: ClipMode = .none, clipTarget: ClipTarget = .maximumRange) -> RangeConstraint {
        var constraint = constraintOfValues(
            RangeClip(mode: clipMode, target: clipTarget), maximumRange: maximumRange)
        guard scale != .linear else { return constraint }
        constraint.minimumSpan = [constraint.minimumSpan, scale.smallestSpan].compactMap { $0 }.max()
        constraint.clipTarget = scale.positions(of: constraint.clipTarget)
        constraint.hardLimit = scale.positions(of: constraint.hardLimit)
        constraint.hardLimit.min = constraint.hardLimit.min ?? scale.ends.min
        constraint.hardLimit.max = constraint.hardLimit.max ?? scale.ends.max
        return constraint
    }

    /// The constraint between values, which are the positions on a linear scale.
    @inline(__always)
    func constraintOfValues(_ clip: RangeClip, maximumRange: AxisRange?) -> RangeConstraint {
        let target =
            switch clip.target {
            case .maximumRange: maximumRange.map(RangeLimit.init) ?? .none
            case .dataRange: dataRange.map(RangeLimit.init) ?? .none
            case .visibleRangeLimit: options.visibleRangeLimit
            }
        return RangeConstraint(
            minimumSpan: options.minimumSpan, maximumSpan: options.maximumSpan, clipMode: clip.mode,
            clipTarget: target, hardLimit: options.hasHardLimit ? options.limitedEnds ?? .none : .none)
    }

    private func cut(_ range: AxisRange, to limit: RangeLimit) -> AxisRange {
        let low = Swift.max(range.min, limit.min ?? range.min)
        let high = Swift.min(range.max, limit.max ?? range.max)
        if let cut = AxisRange(min: low, max: high) { return cut }
        if let min = limit.min, let max = limit.max { return AxisRange(min: min, max: max) ?? range }
        return range
    }
}

/// What can be set about an axis, apart from its range.
public struct AxisOptions: Sendable, Hashable, Codable {
    /// What the numbers mean.
    public var type: AxisType
    /// The side of the plot area.
    public var alignment: AxisAlignment
    /// When the range comes from the data.
    public var autoRange: AutoRange
    /// How far autorange and zoomExtents go beyond the data.
    public var growBy: GrowBy
    /// What zoomExtents and autorange stay inside.
    public var visibleRangeLimit: RangeLimit
    /// Which ends of the limit hold.
    public var limitMode: LimitMode
    /// Whether no change of any kind leaves the limit.
    public var hasHardLimit: Bool
    /// The smallest span, positive.
    public var minimumSpan: Double?
    /// The largest span, at least the smallest.
    public var maximumSpan: Double?
    /// Whether the axis runs against its natural direction.
    public var isFlipped: Bool
    /// How many major ticks are aimed at; `nil` is the rule's own number: 10, or 4 for the DataProvider's rules.
    public var tickCount: Int?
    /// Into how many parts minor ticks divide the distance between two major ones.
    public var minorsPerMajor: Int
    /// How ticks are chosen.
    public var tickRule: TickRule
    /// How the axis keeps up with new rows.
    public var follow: FollowMode

    /// Creates options with the defaults of an axis.
    public init(type: AxisType = .number, growBy: GrowBy = .zero) {
        self.type = type
        alignment = .auto
        autoRange = .once
        self.growBy = growBy
        visibleRangeLimit = .none
        limitMode = .minMax
        hasHardLimit = false
        isFlipped = false
        minorsPerMajor = 5
        tickRule = .automatic
        follow = .none
    }

    /// The ends of the limit that hold; `nil` when none does.
    public var limitedEnds: RangeLimit? {
        let limit =
            switch limitMode {
            case .minMax: visibleRangeLimit
            case .min: RangeLimit(min: visibleRangeLimit.min)
            case .max: RangeLimit(max: visibleRangeLimit.max)
            }
        return limit.isOpen ? nil : limit
    }
}
