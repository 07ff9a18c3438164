/// The constraint on a range of one axis: the span limits, then the clip target, then the hard limit.
///
/// The smallest span wins over the clip target, and the hard limit over both.
public struct RangeConstraint: Sendable, Hashable {
    /// The smallest span.
    public var minimumSpan: Double?
    /// The largest span.
    public var maximumSpan: Double?
    /// How a range is clipped to ``clipTarget``.
    public var clipMode: ClipMode
    /// The limit that the clip mode applies.
    public var clipTarget: RangeLimit
    /// The limit that no change of any kind leaves.
    public var hardLimit: RangeLimit

    /// Creates a constraint.
    public init(
        minimumSpan: Double? = nil, maximumSpan: Double? = nil, clipMode: ClipMode = .none,
        clipTarget: RangeLimit = .none, hardLimit: RangeLimit = .none
    ) {
        self.minimumSpan = minimumSpan
        self.maximumSpan = maximumSpan
        self.clipMode = clipMode
        self.clipTarget = clipTarget
        self.hardLimit = hardLimit
    }

    /// The constrained image of a wanted range.
    ///
    /// - Parameters:
    ///   - wanted: The range that a modifier or the client asks for.
    ///   - anchor: The value that a span limit keeps at its place.
    /// - Returns: The range that satisfies the constraint.
    @inline(__always)
    public func applied(to wanted: AxisRange, about anchor: Double) -> AxisRange {
        hardLimited(clipped(spanLimited(wanted, about: anchor)))
    }

    /// The steps of ``applied(to:about:)`` that change the range, in order.
    func limitations(of wanted: AxisRange, about anchor: Double) -> [RangeLimitation] {
        let spanLimited = spanLimited(wanted, about: anchor)
        let clipped = clipped(spanLimited)
        let steps: [(rule: RangeLimitation.Rule, from: AxisRange, to: AxisRange)] = [
            (wanted.span < spanLimited.span ? .minimumSpan : .maximumSpan, wanted, spanLimited),
            (.clip(clipMode), spanLimited, clipped), (.hardLimit, clipped, hardLimited(clipped)),
        ]
        return steps.filter { $0.from != $0.to }.map {
            RangeLimitation(rule: $0.rule, wanted: $0.from, applied: $0.to)
        }
    }

    /// The range with its span clamped to the span limits about `anchor`.
    public func spanLimited(_ range: AxisRange, about anchor: Double) -> AxisRange {
        if let minimumSpan, range.span < minimumSpan { return range.resized(toSpan: minimumSpan, about: anchor) }
        if let maximumSpan, range.span > maximumSpan { return range.resized(toSpan: maximumSpan, about: anchor) }
        return range
    }

    @inline(__always)
    func clipped(_ range: AxisRange) -> AxisRange {
        let low = clipTarget.min ?? -.infinity
        let high = clipTarget.max ?? .infinity
        switch clipMode {
        case .none:
            return range
        case .stretchAtExtents:
            return range.min < low || range.max > high ? stretched(range, low, high) : range
        case .clipAtExtents:
            return centred(on: low, high) ?? shiftedInside(range, low, high)
        case .clipAtMin:
            return range.min < low ? AxisRange(min: low, max: low + range.span) ?? range : range
        case .clipAtMax:
            return range.max > high ? AxisRange(min: high - range.span, max: high) ?? range : range
        }
    }

    /// The range with its ends cut to a target, but no narrower than the smallest span.
    private func stretched(_ range: AxisRange, _ low: Double, _ high: Double) -> AxisRange {
        if let centred = centred(on: low, high) { return centred }
        let (cutsLow, cutsHigh) = (range.min < low, range.max > high)
        let (nearLow, nearHigh) = (low.isFinite ? low : range.min, high.isFinite ? high : range.max)
        let smallest = max(minimumSpan ?? 0, AxisRange.smallestSpan(near: nearLow, nearHigh))
        let cut = AxisRange(min: max(range.min, low), max: min(range.max, high))
        if let cut, cut.span >= smallest { return cut }
        if cutsLow == cutsHigh { return cut ?? range }
        return (cutsLow ? AxisRange(min: low, max: low + smallest) : AxisRange(min: high - smallest, max: high))
            ?? range
    }

    /// The range of the smallest span about the centre of a narrower target; `nil` for any other target.
    @inline(__always)
    private func centred(on low: Double, _ high: Double) -> AxisRange? {
        guard let minimumSpan, let target = AxisRange(min: low, max: high), target.span < minimumSpan else {
            return nil
        }
        return target.resized(toSpan: minimumSpan, about: target.centre)
    }

    private func hardLimited(_ range: AxisRange) -> AxisRange {
        hardLimit.isOpen ? range : shiftedInside(range, hardLimit.min ?? -.infinity, hardLimit.max ?? .infinity)
    }

    @inline(__always)
    private func shiftedInside(_ range: AxisRange, _ low: Double, _ high: Double) -> AxisRange {
        if let target = AxisRange(min: low, max: high) { return range.shifted(inside: target) }
        if range.min < low { return AxisRange(min: low, max: low + range.span) ?? range }
        if range.max > high { return AxisRange(min: high - range.span, max: high) ?? range }
        return range
    }
}
