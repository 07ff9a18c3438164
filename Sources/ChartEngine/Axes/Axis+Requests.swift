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
