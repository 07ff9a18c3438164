import Gestures

/// One axis of a chart: its options and the range that it shows.
///
/// ```swift
/// var options = AxisOptions(type: .date, growBy: GrowBy(min: 0.1, max: 0.1))
/// options.visibleRangeLimit = RangeLimit(min: 0)
/// let axis = Axis(id: "x", dimension: .x, options: options)
/// assert(axis.alignment == .bottom && !axis.isVertical)
/// ```
public struct Axis: Sendable {
    /// The axis's id, unique on its surface.
    public let id: String
    /// Whether the axis shows the rows' x or the columns' values.
    public let dimension: AxisDimension
    /// The options, which can change during the axis's life.
    public internal(set) var options: AxisOptions
    /// The range of values that the axis shows.
    public internal(set) var visibleRange: AxisRange
    /// The range of the data, without `growBy`; `nil` without data.
    public internal(set) var dataRange: AxisRange?
    /// The first range that the axis showed; `nil` before it had one.
    public internal(set) var initialRange: AxisRange?
    /// Whether the axis follows new rows; `nil` without a follow mode.
    public internal(set) var followState: FollowState?
    /// The unconstrained range that the gesture in progress asks for.
    var requested: RequestedRange?
    /// How constraints changed ranges before the axis showed them; `nil` unless the surface is traced.
    var limitations: [RangeLimitation]?
    /// The `growBy` that the gesture in progress asks for, beyond its limits.
    var requestedGrowth: GrowBy?
    /// Whether others have moved the axis while a gesture asks it for ranges, so that no clip target pulls it back.
    var isPlacedByOthers = false
    /// The x of the last row when a gesture began to hold the axis; `nil` unless rows have come since.
    var awaitedRow: Double?
    /// The inertial motion after a pan.
    var inertia: AxisInertia? {
        get { keptInertia.value }
        set {
            keptInertia = RareValue(newValue)
            isCoasting = newValue != nil
        }
    }
    private var keptInertia = RareValue<AxisInertia>.none
    /// Whether the axis is in inertial motion; derived from ``inertia``, so that a query copies nothing.
    private(set) var isCoasting = false
    /// Whether `autoRange: once` still waits for its first data.
    var awaitsData: Bool

    /// Creates an axis; without a visible range on its scale it shows 0…1, or 1…10 if logarithmic, until it gets data.
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

    /// The scale of the axis.
    @inline(__always)
    public var scale: AxisScale { options.type.scale }

    /// The side of the plot area on which the axis lies, with `auto` resolved.
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

    /// The data range with `growBy`; `nil` without data.
    ///
    /// With the tick rule `countValues` it runs from the first tick to the last, whatever `growBy` says.
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

    /// Whether the extents are cut, because the data or its growth exceeds what a Double holds.
    public var isCut: Bool {
        scale == .linear && dataRange?.isCut(growingBy: options.growBy) ?? false
    }

    /// The range that zoomExtents shows: ``maximumRange`` inside the limits; `nil` without data.
    public var extents: AxisRange? { dataRange.flatMap(extents(of:)) }

    /// The extents for a data range: with `growBy`, inside the limits.
    func extents(of dataRange: AxisRange) -> AxisRange? { maximumRange(of: dataRange).map { held(limited($0)) } }

    /// ``maximumRange`` cut to the limit; `nil` without data.
    var limitedMaximumRange: AxisRange? { maximumRange.map(limited) }

    private func limited(_ range: AxisRange) -> AxisRange {
        options.limitedEnds.map { cut(range, to: $0) } ?? range
    }

    /// Whether the visible range is the extents, except for the rounding of gestures.
    public var zoomState: ZoomState {
        guard let extents, let positions = scale.positions(of: extents) else { return .userZooming }
        return visiblePositions.isNearly(positions) ? .atExtents : .userZooming
    }

    /// The constraint on a changed range, in positions of the axis's scale.
    ///
    /// - Parameters:
    ///   - clipMode: How a modifier clips its range.
    ///   - clipTarget: The range that it clips to.
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

    /// The constraint in values, which are the positions on a linear scale.
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

/// The options of an axis, which do not include its range.
///
/// ```swift
/// var options = AxisOptions(type: .log)
/// options.alignment = .right
/// options.minimumSpan = 0.5
/// ```
public struct AxisOptions: Sendable, Hashable, Codable {
    /// What the numbers mean.
    public var type: AxisType
    /// The side of the plot area on which the axis lies.
    public var alignment: AxisAlignment { didSet { turns = nil } }
    /// The number of quarters by which the chart has turned since the side was `auto`, 1 to 3; `nil` otherwise.
    public internal(set) var turns: Int?
    /// When the axis takes its range from the data.
    public var autoRange: AutoRange
    /// How far autorange and zoomExtents go beyond the data.
    public var growBy: GrowBy
    /// The limit of zoomExtents and autorange.
    public var visibleRangeLimit: RangeLimit
    /// Which ends of ``visibleRangeLimit`` apply.
    public var limitMode: LimitMode
    /// Whether every change of the range stays inside the limit.
    public var hasHardLimit: Bool
    /// The smallest span, positive.
    public var minimumSpan: Double?
    /// The largest span, not below the smallest.
    public var maximumSpan: Double?
    /// Whether the axis runs against its natural direction.
    public var isFlipped: Bool
    /// The number of major ticks to aim at; `nil` means 10, or 4 with the DataProvider's rules.
    public var tickCount: Int?
    /// The number of parts into which minor ticks divide a major step.
    public var minorsPerMajor: Int
    /// How ticks are chosen.
    public var tickRule: TickRule
    /// How the axis follows new rows.
    public var follow: FollowMode
    /// What people read beside the numbers; `nil` for nothing.
    public var look: AxisLook?

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

    /// The ends of the limit that apply; `nil` when none does.
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
