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
    private var limitedMaximumRange: AxisRange? { maximumRange.map(limited) }

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

extension Axis {
    /// Stores the range of the data, and ranges the axis when `autoRange` asks for it.
    ///
    /// - Parameters:
    ///   - low: The smallest value; `nil` without data.
    ///   - high: The largest value; `nil` without data.
    mutating func dataChanged(_ low: Double?, _ high: Double?) {
        if let low, let high { dataRange = dataRange(holding: low, high) } else { dataRange = nil }
        rangeAutomatically()
    }

    /// The data range between two values; a single value gets some room around it.
    ///
    /// A single date gets half a day on each side. With the tick rule `countValues` a single value gets its room below,
    /// because the rule takes its ticks from the largest value.
    private func dataRange(holding low: Double, _ high: Double) -> AxisRange? {
        guard low == high else { return scale.holding(low, high) }
        if options.tickRule == .countValues, high > 0 { return AxisRange(min: 0, max: high) }
        if options.type == .date { return AxisRange(min: low - Self.halfDay, max: high + Self.halfDay) }
        return scale.holding(low, high)
    }

    /// Half a day in milliseconds.
    private static let halfDay = 43_200_000.0

    /// Whether the axis ranges itself by its data; an action can then change only its `growBy`.
    public var rangesItself: Bool { options.autoRange.followsData && extents != nil }

    /// Shows the extents when `autoRange` says so.
    mutating func rangeAutomatically() {
        guard let extents else { return }
        switch options.autoRange {
        case .always, .visible:
            visibleRange = extents
        case .once:
            if awaitsData { visibleRange = extents }
        case .never:
            break
        }
        awaitsData = false
        if initialRange == nil { initialRange = visibleRange }
    }

    /// Shows a range, limited to the spans (about its centre) and the hard limit; ignores one outside the scale.
    mutating func set(_ range: AxisRange) {
        guard let positions = scale.positions(of: range) else { return }
        noteLimitations(of: positions, about: positions.centre, constraint())
        take(held(range))
    }

    /// Shows an earlier range, bit for bit; a range beyond the hard limit goes through ``set(_:)``.
    mutating func restore(_ range: AxisRange) {
        let limit = options.hasHardLimit ? options.limitedEnds ?? .none : .none
        if scale.contains(range), range.min >= limit.min ?? -.infinity, range.max <= limit.max ?? .infinity {
            take(range)
        } else {
            set(range)
        }
    }

    /// Shows a range from elsewhere; what a gesture asks for beyond it stays only if the range does not move.
    mutating func take(_ range: AxisRange) {
        if range != visibleRange { dropRequest() }
        visibleRange = range
        awaitsData = false
        if initialRange == nil { initialRange = visibleRange }
    }

    /// Shows the extents of the rows in view, whose values span `low` to `high`; without values those of all data.
    mutating func showRowsInView(_ low: Double?, _ high: Double?) {
        var span = dataRange
        if let low, let high { span = dataRange(holding: low, high) }
        if let span, let shown = extents(of: span) { visibleRange = shown }
    }

    /// Shows the values between `low` and `high`, with `growBy`.
    mutating func fit(_ low: Double, _ high: Double) {
        guard let range = scale.holding(low, high), let positions = scale.positions(of: range),
            let grown = scale.values(of: positions.grown(by: options.growBy), landmarks: [range.min, range.max])
        else { return }
        set(grown)
    }

    /// Shows the extents where the visible range meets no data.
    mutating func showExtentsUnlessMet() {
        guard let dataRange, visibleRange.max < dataRange.min || visibleRange.min > dataRange.max else { return }
        zoomExtents()
    }

    /// Shows the extents, whatever `autoRange` says; without data it does nothing.
    mutating func zoomExtents() {
        guard let extents else { return }
        noteLimitationsOfExtents()
        if extents != visibleRange { dropRequest() }
        visibleRange = extents
    }
}

extension Axis {
    /// Follows new rows as `follow` says, unless a gesture holds the axis.
    ///
    /// - Parameters:
    ///   - lastRow: The x of the last row now.
    ///   - previous: The x of the last row before; `nil` when there was none.
    ///   - isHeld: Whether a gesture holds the axis; the axis then follows when the gesture ends.
    mutating func follow(lastRow: Double, after previous: Double?, isHeld: Bool) {
        guard options.follow != .none else { return }
        if isHeld {
            awaitedRow = awaitedRow ?? previous
        } else if followState == .following {
            keepUp(with: lastRow)
        }
    }

    /// Follows the rows that came during a gesture.
    ///
    /// It does so if the row that was last when the gesture began, or the row that is last now, is in view.
    mutating func catchUp(lastRow: Double?) {
        guard let awaitedRow else { return }
        self.awaitedRow = nil
        if let lastRow, shows(awaitedRow) { keepUp(with: lastRow) }
    }

    /// Moves the visible range to the last row as `follow` says, unless it shows that row, except for rounding.
    mutating func keepUp(with lastRow: Double) {
        guard visibleRange.max < lastRow, !shows(lastRow) else { return }
        resumeFollowing(lastRow: lastRow)
    }

    /// Moves the visible range to the last row as `follow` says, even if it shows the row already.
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

    /// Whether the axis follows: it shows the last row, or the row that was last when a gesture began to hold it.
    func follows(lastRow: Double?) -> Bool {
        guard options.follow != .none else { return false }
        guard let lastRow else { return true }
        return shows(lastRow) || awaitedRow.map(shows) == true
    }

    /// Sets ``followState`` by whether the axis shows the last row.
    mutating func updateFollowState(lastRow: Double?) {
        followState = options.follow == .none ? nil : follows(lastRow: lastRow) ? .following : .paused
    }

    /// Whether an x is in the visible range, except for the rounding of gestures.
    private func shows(_ place: Double) -> Bool {
        let positions = visiblePositions
        let rounding = positions.rounding(beside: positions)
        let position = scale.position(of: place)
        return position >= positions.min - rounding && position <= positions.max + rounding
    }
}

extension Chart {
    /// The x of the last row; `nil` without rows.
    var lastRow: Double? {
        guard !hasParts else {
            let parts = parts
            let own = parts.filter { $0.source.shift == nil }
            return (own.isEmpty ? parts : own).compactMap { $0.chart.lastRow }.max()
        }
        return rowExtent?.last
    }

    /// Whether a gesture keeps an x axis from following new rows.
    var isHeldBack: Bool { xAxes.contains { $0.awaitedRow != nil } }

    /// Lets the x axes follow the rows that came during a gesture.
    mutating func catchUp() {
        let last = lastRow
        suspendUpdates { chart in
            for index in chart.xAxes.indices { chart.xAxes[index].catchUp(lastRow: last) }
        }
    }

    /// Moves the axes with a follow mode to the last row.
    mutating func resumeFollowing() {
        guard let last = lastRow else { return }
        suspendUpdates { chart in
            for index in chart.xAxes.indices { chart.xAxes[index].resumeFollowing(lastRow: last) }
        }
    }
}

/// The inertial motion of an axis after a pan.
struct AxisInertia: Sendable, Hashable, Codable {
    /// The id of the modifier that panned.
    var owner: String
    /// How the content moves.
    var motion: InertialMotion
    /// The visible positions at the start.
    var base: AxisRange
    /// How the range is clipped.
    var clip: RangeClip
    /// How far the motion had come when others moved the range to ``base``, in points; `nil` for the start.
    var passed: Double?
    /// How far the motion has come, in points; `nil` at the start.
    var reached: Double?
    /// The visible positions after the last move; `nil` before the first.
    var shown: AxisRange?

    /// Adapts to an axis of another length; the speed in values stays.
    mutating func scale(by factors: Vector, isVertical: Bool) {
        let factor = isVertical ? factors.dy : factors.dx
        motion = motion.scaled(by: factors)
        passed = passed.map { $0 * factor }
        reached = reached.map { $0 * factor }
    }
}

extension Axis {
    /// Starts an inertial motion, unless the axis follows its data, has no velocity or is at its limit.
    mutating func startInertia(_ motion: InertialMotion, owner: String, length: Double, clip: RangeClip) {
        let wanted = AxisInertia(owner: owner, motion: motion, base: visiblePositions, clip: clip)
        let velocity = along(motion.velocity)
        let room = room(of: wanted, length: length)
        let isFree = velocity < 0 ? room.lowerBound < 0 : room.upperBound > 0
        if !options.autoRange.followsData, velocity != 0, isFree { inertia = wanted }
    }

    /// Moves the content to where the motion has it at a moment.
    ///
    /// It always computes from the start of the motion, so the moments in between do not change the result. Where
    /// others have moved the range since the last call, the motion goes on from that range.
    mutating func coast(to time: Timestamp, length: Double) {
        guard var inertia else { return }
        if visiblePositions != inertia.shown ?? inertia.base {
            inertia.base = visiblePositions
            inertia.passed = inertia.reached
        }
        let reached = along(inertia.motion.displacement(at: time))
        let points = reached - (inertia.passed ?? 0)
        let room = room(of: inertia, length: length)
        requested = RequestedRange(range: inertia.base)
        pan(byPoints: min(max(points, room.lowerBound), room.upperBound), length: length, clip: inertia.clip)
        let isAtEdge = points <= room.lowerBound && points < 0 || points >= room.upperBound && points > 0
        inertia.reached = reached
        inertia.shown = visiblePositions
        self.inertia = isAtEdge || inertia.motion.isOver(at: time) ? nil : inertia
    }

    /// Ends the motion at the visible range.
    mutating func stopInertia() {
        guard isCoasting else { return }
        inertia = nil
        endRequest()
    }

    private func along(_ vector: Vector) -> Double { isVertical ? vector.dy : vector.dx }

    /// How far the content may move either way, in points, until an end of the range meets its limit.
    private func room(of inertia: AxisInertia, length: Double) -> ClosedRange<Double> {
        let constraint = constraint(of: inertia.clip)
        let (stopsAtMin, stopsAtMax) =
            switch inertia.clip.mode {
            case .none: (false, false)
            case .clipAtExtents, .stretchAtExtents: (true, true)
            case .clipAtMin: (true, false)
            case .clipAtMax: (false, true)
            }
        let lows = [stopsAtMin ? constraint.clipTarget.min : nil, constraint.hardLimit.min].compactMap(\.self)
        let highs = [stopsAtMax ? constraint.clipTarget.max : nil, constraint.hardLimit.max].compactMap(\.self)
        let viewport = viewport(inertia.base, length: length)
        let ends = viewport.isReversed ? (low: length, high: 0) : (low: 0, high: length)
        let toLow = lows.max().map { ends.low - viewport.apply($0) }
        let toHigh = highs.min().map { ends.high - viewport.apply($0) }
        let (back, forth) = viewport.isReversed ? (toLow, toHigh) : (toHigh, toLow)
        return min(back ?? -.infinity, 0)...max(forth ?? .infinity, 0)
    }
}

extension Chart {
    /// Starts an inertial motion of the chosen axes.
    ///
    /// - Parameters:
    ///   - motion: How the content moves.
    ///   - owner: The id of the modifier that panned.
    ///   - axes: The axes that take part.
    ///   - clipX: How x ranges are clipped.
    ///   - clipY: How y ranges are clipped.
    mutating func startInertia(
        _ motion: InertialMotion, owner: String, axes: AxisChoice, clipX: RangeClip, clipY: RangeClip
    ) {
        forEachAxis(axes) { axis, length in
            axis.startInertia(motion, owner: owner, length: length, clip: axis.dimension == .x ? clipX : clipY)
        }
    }

    /// Adapts every motion to a resized plot area.
    mutating func scaleInertia(by factors: Vector) {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, _ in
            let isVertical = axis.isVertical
            axis.inertia?.scale(by: factors, isVertical: isVertical)
        }
    }

    /// Whether an axis is in inertial motion after a pan of a modifier.
    func isCoasting(_ owner: String) -> Bool {
        (xAxes + yAxes).contains { $0.inertia?.owner == owner }
    }

    /// Moves the content to where every inertial motion has it at a moment.
    mutating func coast(to time: Timestamp) {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, length in axis.coast(to: time, length: length) }
    }

    /// Ends every motion, or those of one modifier, at the visible range.
    mutating func stopInertia(of owner: String? = nil) {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, _ in
            if owner == nil || axis.inertia?.owner == owner { axis.stopInertia() }
        }
    }

    /// Moves every motion to its end, because a client with a different clock drives the surface now.
    mutating func finishInertia() {
        guard isCoasting else { return }
        forEachAxis(.xy) { axis, length in
            if let end = axis.inertia?.motion.end { axis.coast(to: end, length: length) }
        }
    }

    var isCoasting: Bool { xAxes.isCoasting || yAxes.isCoasting }
}

extension [Axis] {
    /// Whether one of the axes is in inertial motion.
    fileprivate var isCoasting: Bool {
        for index in indices where self[index].isCoasting { return true }
        return false
    }
}

extension Axis {
    /// Records how a constraint changes a range of positions, in the axis's own unit.
    mutating func noteLimitations(of positions: AxisRange, about anchor: Double, _ constraint: RangeConstraint) {
        guard limitations != nil else { return }
        let steps = constraint.limitations(of: positions, about: anchor).map {
            RangeLimitation(rule: $0.rule, wanted: values(of: $0.wanted), applied: values(of: $0.applied))
        }
        limitations?.append(contentsOf: steps)
    }

    /// Records why the extents do not show all data.
    private mutating func noteLimitationsOfExtents() {
        guard limitations != nil, let maximumRange, let limited = limitedMaximumRange else { return }
        if limited != maximumRange {
            limitations?.append(RangeLimitation(rule: .visibleRangeLimit, wanted: maximumRange, applied: limited))
        }
        guard let positions = scale.positions(of: limited) else { return }
        noteLimitations(of: positions, about: positions.centre, constraint())
    }
}

/// The range that a gesture in progress asks for, before any constraint.
///
/// Modifiers change this range, and the axis shows its constrained image. So a drag over the edge and back returns
/// exactly, and so does a zoom past its limit and back.
struct RequestedRange: Sendable, Hashable, Codable {
    /// The positions on the axis's scale.
    var range: AxisRange
    /// The point along the axis about which span limits hold; pans move it.
    var focus: Double?
}

extension Axis {
    /// The map between values and points for the visible range.
    @inline(__always)
    func viewport(length: Double) -> AxisViewport {
        AxisViewport(
            range: visibleRange, length: length, isReversed: isVertical != options.isFlipped, scale: scale)
    }

    /// The map between positions and points while the axis shows the positions of `range`.
    @inline(__always)
    func viewport(_ range: AxisRange, length: Double) -> AxisViewport {
        AxisViewport(range: range, length: length, isReversed: isVertical != options.isFlipped)
    }

    /// The visible range and a share of its length more at either end, as far as the scale goes.
    func visibleRange(beyond share: Double) -> AxisRange {
        guard share > 0, let positions = scale.positions(of: visibleRange) else { return visibleRange }
        let wide = positions.zoomedByFraction(share, share)
        return AxisRange(min: scale.value(at: wide.min), max: scale.value(at: wide.max)) ?? visibleRange
    }

    /// Whether a gesture in progress asks the axis for something; a request of an inertial motion does not count.
    var hasRequest: Bool { (requested != nil && !isCoasting) || requestedGrowth != nil }

    /// Forgets what a gesture asked for beyond the constraints.
    mutating func endRequest() {
        if !isCoasting {
            requested = nil
            isPlacedByOthers = false
        }
        requestedGrowth = nil
    }

    /// Forgets what a gesture in progress asked for, because others have moved the axis or what bounds it.
    mutating func dropRequest() {
        if requested != nil { isPlacedByOthers = true }
        requested = nil
    }

    /// Moves the content by a number of points.
    mutating func pan(byPoints points: Double, length: Double, clip: RangeClip) {
        guard points != 0 else { return }
        var request = requested ?? RequestedRange(range: visiblePositions)
        request.range = request.range.shifted(by: viewport(request.range, length: length).shift(forPoints: points))
        request.focus = request.focus.map { $0 + points }
        apply(request, length: length, clip: clip)
    }

    /// Zooms by `factor` about the value under `point`; a factor above 1 zooms in.
    mutating func zoom(by factor: Double, aboutPoint point: Double, length: Double, clip: RangeClip) {
        var request = requested ?? RequestedRange(range: visiblePositions)
        if hasSpanLimits { refocus(&request, to: point, length: length) } else { request.focus = point }
        let anchor = viewport(request.range, length: length).invert(point)
        request.range = request.range.zoomed(by: factor, about: anchor)
        apply(request, length: length, clip: clip)
    }

    /// Grows the range by fractions of its span, as SciChart's zoomBy does, about the value that they leave in place.
    mutating func zoomByFraction(_ low: Double, _ high: Double, length: Double, clip: RangeClip) {
        var request = requested ?? RequestedRange(range: visiblePositions)
        if low + high != 0 {
            let still = request.range.min + low / (low + high) * request.range.span
            let point = viewport(request.range, length: length).apply(still)
            if point.isFinite { refocus(&request, to: point, length: length) }
        }
        request.range = request.range.zoomedByFraction(low, high)
        apply(request, length: length, clip: clip)
    }

    /// Asks for a range; the axis ignores a range outside its scale.
    mutating func request(_ range: AxisRange, length: Double, clip: RangeClip) {
        guard let positions = scale.positions(of: range) else { return }
        apply(RequestedRange(range: positions), length: length, clip: clip)
    }

    /// Grows one side of the extents by a fraction of the data's span and shows them.
    ///
    /// As for a range, the axis keeps the growth that a gesture asks for beyond its limits. The extents keep at least a
    /// hundredth of the data's span, and each side grows by at most a million spans.
    mutating func growExtents(atMaximum isMaximum: Bool, by fraction: Double) {
        guard dataRange != nil else { return }
        var growth = requestedGrowth ?? options.growBy
        if isMaximum { growth.max += fraction } else { growth.min += fraction }
        requestedGrowth = growth
        if isMaximum {
            options.growBy.max = min(max(growth.max, -0.99 - options.growBy.min), 1e6)
        } else {
            options.growBy.min = min(max(growth.min, -0.99 - options.growBy.max), 1e6)
        }
        rangeAutomatically()
    }

    @inline(__always)
    private mutating func apply(_ request: RequestedRange, length: Double, clip: RangeClip) {
        guard !options.autoRange.followsData else {
            if limitations != nil { noteRefusal(of: request) }
            return
        }
        requested = request
        if isCoasting { inertia = nil }
        if scale == .linear, limitations == nil, clip.mode == .clipAtExtents, clip.target != .visibleRangeLimit,
            !options.hasHardLimit, options.minimumSpan == nil, options.maximumSpan == nil, !isPlacedByOthers
        {
            showInsideData(request.range, clip.target)
        } else {
            showOnScale(request, length: length, clip: clip)
        }
    }

    private mutating func noteRefusal(of request: RequestedRange) {
        let wanted = values(of: request.range)
        limitations?.append(RangeLimitation(rule: .autoRange, wanted: wanted, applied: visibleRange))
    }

    /// Shows the constrained image of a request.
    private mutating func showOnScale(_ request: RequestedRange, length: Double, clip: RangeClip) {
        let anchor = request.focus.map { viewport(request.range, length: length).invert($0) } ?? request.range.centre
        let constraint = constraint(of: clip)
        noteLimitations(of: request.range, about: anchor, constraint)
        visibleRange = values(of: constraint.applied(to: request.range, about: anchor))
    }

    /// The constraint on a range that a gesture asks for.
    ///
    /// Where others have put the range beyond the clip target during the gesture, the target reaches as far as the range.
    /// So the gesture moves such a range inwards or not at all, and never back with a jump.
    func constraint(of clip: RangeClip) -> RangeConstraint {
        var constraint = constraint(clipMode: clip.mode, clipTarget: clip.target)
        if isPlacedByOthers { constraint.clipTarget = constraint.clipTarget.admitting(visiblePositions) }
        return constraint
    }

    /// Shows a requested range on a linear scale where only the data limits it.
    ///
    /// Nearly every move takes this path, so it builds no constraint and reads the fields that it needs in place.
    @inline(__always)
    private mutating func showInsideData(_ range: AxisRange, _ target: ClipTarget) {
        if options.tickRule == .countValues, target == .maximumRange, let maximumRange {
            visibleRange = range.shifted(inside: maximumRange)
        } else if let dataRange {
            visibleRange = range.shifted(
                inside: target == .dataRange ? dataRange : dataRange.grown(by: options.growBy))
        } else {
            visibleRange = range
        }
    }

    /// Makes span limits hold about another point from now on.
    private func refocus(_ request: inout RequestedRange, to point: Double, length: Double) {
        if let focus = request.focus, focus != point, hasSpanLimits {
            request.range = refocused(request.range, from: focus, to: point, length: length)
        }
        request.focus = point
    }

    /// Whether a constraint may change a span about a focus.
    @inline(__always)
    private var hasSpanLimits: Bool {
        options.minimumSpan != nil || options.maximumSpan != nil || scale != .linear
    }

    /// The requested positions, moved so that a new focus starts at the value that the axis shows there.
    ///
    /// Without an active span limit this is the range itself. With one, the limited image would otherwise jump when a
    /// finger lands or lifts.
    private func refocused(_ range: AxisRange, from old: Double, to new: Double, length: Double) -> AxisRange {
        let image = constraint().spanLimited(range, about: viewport(range, length: length).invert(old))
        guard image != range else { return range }
        let shown = viewport(image, length: length).invert(new)
        return range.shifted(by: shown - viewport(range, length: length).invert(new))
    }
}

/// How a modifier clips its ranges.
public struct RangeClip: Sendable, Hashable, Codable {
    /// The clip mode.
    public var mode: ClipMode
    /// The range to clip to.
    public var target: ClipTarget

    /// Creates a clip.
    public init(mode: ClipMode = .clipAtExtents, target: ClipTarget = .maximumRange) {
        self.mode = mode
        self.target = target
    }
}

extension Axis {
    /// The visible range as positions.
    @inline(__always)
    var visiblePositions: AxisRange { scale.positions(of: visibleRange) ?? .unit }

    /// The values of a range of positions; the visible range when both ends have the same value.
    ///
    /// A position of an end of the data, of the limits or of the visible range becomes exactly that end, bit for bit.
    func values(of positions: AxisRange) -> AxisRange {
        scale.values(of: positions, landmarks: landmarks) ?? visibleRange
    }

    /// A range limited to the spans (about its centre) and the hard limit; the visible range for one outside the scale.
    func held(_ range: AxisRange) -> AxisRange {
        guard let positions = scale.positions(of: range) else { return visibleRange }
        return scale.values(
            of: constraint().applied(to: positions, about: positions.centre),
            landmarks: [range.min, range.max] + landmarks) ?? visibleRange
    }

    /// The range that the axis would show for a range, limited to the spans (about its centre) and the hard limit.
    ///
    /// - Returns: `nil` for a range that the scale cannot show.
    public func admitted(_ range: AxisRange) -> AxisRange? { scale.admits(range) ? held(range) : nil }

    private var landmarks: [Double] {
        guard scale != .linear else { return [] }
        var landmarks = [dataRange, maximumRange, visibleRange].flatMap { [$0?.min, $0?.max] }
        landmarks += [options.visibleRangeLimit.min, options.visibleRangeLimit.max]
        return landmarks.compactMap { $0 }
    }
}
