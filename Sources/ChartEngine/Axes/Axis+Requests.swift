/// What a gesture in progress has asked of an axis, before any constraint.
///
/// Modifiers change this range and the axis shows its constrained image, so that a drag over the edge and back, or a
/// scale past its limit and back, returns exactly.
struct RequestedRange: Sendable, Hashable, Codable {
    /// The positions on the axis's scale.
    var range: AxisRange
    /// The point along the axis about which span limits hold; it travels with pans.
    var focus: Double?
}

extension Axis {
    /// The map between values and points as the axis is shown.
    func viewport(length: Double) -> AxisViewport {
        AxisViewport(
            range: visibleRange, length: length, isReversed: isVertical != options.isFlipped, scale: scale)
    }

    /// The map between positions and points while the axis shows the positions of `range`.
    @inline(__always)
    func viewport(_ range: AxisRange, length: Double) -> AxisViewport {
        AxisViewport(range: range, length: length, isReversed: isVertical != options.isFlipped)
    }

    /// Whether a gesture in progress has asked for something; what content that moves on its own asks for is not its.
    var hasRequest: Bool { (requested != nil && !isCoasting) || requestedGrowth != nil }

    /// Forgets what a gesture has asked for beyond the constraints.
    mutating func endRequest() {
        if !isCoasting { requested = nil }
        requestedGrowth = nil
    }

    /// Moves the content by a number of points.
    mutating func pan(byPoints points: Double, length: Double, clip: RangeClip) {
        guard points != 0 else { return }
        var request = requested ?? RequestedRange(range: visiblePositions)
        request.range = request.range.shifted(by: viewport(request.range, length: length).shift(forPoints: points))
        request.focus = request.focus.map { $0 + points }
        apply(request, length: length, clip: clip)
    }

    /// Zooms by `factor`, above 1 inwards, about the value under `point`.
    mutating func zoom(by factor: Double, aboutPoint point: Double, length: Double, clip: RangeClip) {
        var request = requested ?? RequestedRange(range: visiblePositions)
        if hasSpanLimits { refocus(&request, to: point, length: length) } else { request.focus = point }
        let anchor = viewport(request.range, length: length).invert(point)
        request.range = request.range.zoomed(by: factor, about: anchor)
        apply(request, length: length, clip: clip)
    }

    /// Grows the range by fractions of its span, as SciChart's zoomBy, about the value that the fractions hold still.
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

    /// Asks for a range as it is; one without a place on the axis's scale is ignored.
    mutating func request(_ range: AxisRange, length: Double, clip: RangeClip) {
        guard let positions = scale.positions(of: range) else { return }
        apply(RequestedRange(range: positions), length: length, clip: clip)
    }

    /// Grows one side of the extents by a fraction of the data's span and shows them.
    ///
    /// Like a range, the growth that a gesture has asked for is kept beyond its limit: the extents keep a hundredth of
    /// the data's span and reach a million of them.
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
            !options.hasHardLimit, options.minimumSpan == nil, options.maximumSpan == nil
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
        let constraint = constraint(clipMode: clip.mode, clipTarget: clip.target)
        noteLimitations(of: request.range, about: anchor, constraint)
        visibleRange = values(of: constraint.applied(to: request.range, about: anchor))
    }

    /// The same where positions are values and nothing but the data limits them, on a linear scale: what nearly every move
    /// comes to, so it builds no constraint and reads the few fields that it needs in place.
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

    /// Lets span limits hold about another point from now on.
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

    /// The requested positions, moved so that a new focus starts at the value which the span-limited image shows there.
    ///
    /// Where no span limit acts this is the range itself; where one does, a finger that lands or lifts would otherwise
    /// make the limited image jump.
    private func refocused(_ range: AxisRange, from old: Double, to new: Double, length: Double) -> AxisRange {
        let image = constraint().spanLimited(range, about: viewport(range, length: length).invert(old))
        guard image != range else { return range }
        let shown = viewport(image, length: length).invert(new)
        return range.shifted(by: shown - viewport(range, length: length).invert(new))
    }
}

/// How a modifier wants its ranges clipped.
public struct RangeClip: Sendable, Hashable, Codable {
    /// How.
    public var mode: ClipMode
    /// To what.
    public var target: ClipTarget

    /// Creates a clip.
    public init(mode: ClipMode = .clipAtExtents, target: ClipTarget = .maximumRange) {
        self.mode = mode
        self.target = target
    }
}
