public import Gestures

/// The ranges of a chart's axes: how they follow rows, limits and links, and where the areas of the axes are.
extension Chart {
    /// The number of points along an axis.
    public func length(of axis: Axis) -> Double { size.length(isVertical: axis.isVertical) }

    /// The coordinate of a location along an axis.
    public func coordinate(of location: Point, along axis: Axis) -> Double {
        axis.isVertical ? location.y : location.x
    }

    /// The map between values and points of an axis for its visible range.
    public func viewport(of axis: Axis) -> AxisViewport { axis.viewport(length: length(of: axis)) }

    /// The axis with an id, of either dimension.
    public func axis(_ id: String) -> Axis? {
        xAxes.first { $0.id == id } ?? yAxes.first { $0.id == id }
    }

    /// The references of the chosen axes, x axes first.
    public func references(of choice: AxisChoice) -> [AxisReference] {
        axes(choice).map { AxisReference(surface: self.id, axis: $0.id) }
    }

    /// Whether a location lies in the plot area, its border included.
    public func contains(_ location: Point) -> Bool {
        location.x >= 0 && location.x <= size.width && location.y >= 0 && location.y <= size.height
    }

    /// The screen axis along which a modifier's one-axis pan runs.
    ///
    /// The first axis of the direction decides; of axes that ids choose all must lie the same way.
    public func panAxis(for choice: AxisChoice) -> PanAxis {
        if choice.ids != nil {
            let chosen = axes(choice)
            guard let first = chosen.first, chosen.allSatisfy({ $0.isVertical == first.isVertical }) else { return .xy }
            return first.isVertical ? .y : .x
        }
        return switch choice.direction {
        case .xy: .xy
        case .x: xAxes[0].isVertical ? .y : .x
        case .y: yAxes[0].isVertical ? .y : .x
        }
    }

    /// Moves the content by a displacement in points; an axis that follows its data stays.
    public mutating func pan(by displacement: Vector, axes: AxisChoice, clipX: RangeClip, clipY: RangeClip) {
        forEachAxis(axes) { axis, length in
            axis.pan(
                byPoints: axis.isVertical ? displacement.dy : displacement.dx, length: length,
                clip: axis.dimension == .x ? clipX : clipY)
        }
    }

    /// Zooms about a location; the values under it stay, whatever the factor.
    ///
    /// - Parameters:
    ///   - factor: Above 1 zooms in.
    ///   - location: The location whose values stay, in points.
    ///   - axes: The axes that take part.
    ///   - clip: How their ranges are clipped.
    public mutating func zoom(by factor: Double, about location: Point, axes: AxisChoice, clip: RangeClip) {
        zoom(byX: factor, byY: factor, about: location, axes: axes, clip: clip)
    }

    /// Zooms horizontal and vertical axes by separate factors.
    ///
    /// - Parameters:
    ///   - horizontal: The factor of axes that run from left to right.
    ///   - vertical: The factor of axes that run from top to bottom.
    ///   - location: The location whose values stay, in points.
    ///   - axes: The axes that take part.
    ///   - clip: How their ranges are clipped.
    public mutating func zoom(
        byX horizontal: Double, byY vertical: Double, about location: Point, axes: AxisChoice, clip: RangeClip
    ) {
        forEachAxis(axes) { axis, length in
            axis.zoom(
                by: axis.isVertical ? vertical : horizontal,
                aboutPoint: axis.isVertical ? location.y : location.x, length: length, clip: clip)
        }
    }

    /// Grows the range of one axis by fractions of its span; positive fractions zoom out.
    public mutating func zoomByFraction(_ low: Double, _ high: Double, axis id: String, clip: RangeClip) {
        forEachAxis(.xy) { axis, length in
            if axis.id == id { axis.zoomByFraction(low, high, length: length, clip: clip) }
        }
    }

    /// Asks for a range of one axis as part of a gesture.
    public mutating func requestRange(_ range: AxisRange, axis id: String, clip: RangeClip) {
        forEachAxis(.xy) { axis, length in
            if axis.id == id { axis.request(range, length: length, clip: clip) }
        }
    }

    /// Shows a range of one axis, limited to its spans (about the centre) and hard limit, unless it follows its data.
    public mutating func setVisibleRange(_ range: AxisRange, axis id: String) {
        forEachAxis(.xy) { axis, _ in
            if axis.id == id, !axis.options.autoRange.followsData { axis.set(range) }
        }
    }

    /// Shows all data on the chosen axes, whatever their autoRange.
    public mutating func zoomExtents(_ axes: AxisChoice = .xy) {
        guard showsBars else {
            forEachAxis(axes) { axis, _ in axis.zoomExtents() }
            return
        }
        suspendUpdates { chart in
            chart.forEachAxis(axes) { axis, _ in if axis.dimension == .x { axis.zoomExtents() } }
            // The y axes must hold the bars that are in view now.
            chart.measureMovedBars()
            chart.forEachAxis(axes) { axis, _ in if axis.dimension == .y { axis.zoomExtents() } }
        }
    }

    /// Fits every y axis to the values of the rows in view, with `growBy`, unless it follows its data.
    public mutating func zoomExtentsYToWindow() {
        suspendUpdates { chart in
            for index in chart.yAxes.indices where !chart.yAxes[index].options.autoRange.followsData {
                guard let (low, high) = chart.valueRange(of: chart.yAxes[index], isInView: true) else { continue }
                chart.yAxes[index].fit(low, high)
            }
        }
    }

    /// Turns every axis clockwise by a quarter: right → bottom, left → top, top → right, bottom → left.
    ///
    /// An x axis with the alignment `auto` goes to the left, and such a y axis to the bottom; the fourth turn makes it
    /// `auto` again.
    public mutating func rotateAxes() {
        suspendUpdates { chart in
            chart.forEachAxis(.xy) { axis, _ in
                let turns = axis.options.alignment == .auto ? 0 : axis.options.turns
                axis.options.alignment =
                    switch turns == 3 ? nil : axis.options.alignment {
                    case nil: .auto
                    case .right: .bottom
                    case .left: .top
                    case .top: .right
                    case .bottom: .left
                    case .auto: axis.dimension == .x ? .left : .bottom
                    }
                axis.options.turns = turns.flatMap { $0 == 3 ? nil : $0 + 1 }
                axis.requested = nil
                axis.inertia = nil
            }
        }
    }

    /// Changes the size of the plot area.
    ///
    /// What gestures asked for beyond the constraints is dropped, motions keep their speed in values, and overlays of
    /// gestures in progress keep their place.
    ///
    /// - Parameter newSize: The size.
    /// - Returns: How many times wider and higher the plot area is.
    mutating func resize(_ newSize: ChartSize) -> Vector {
        let factors = Vector(dx: newSize.width / size.width, dy: newSize.height / size.height)
        suspendUpdates { chart in
            chart.size = newSize
            chart.forEachAxis(.xy) { axis, _ in
                axis.dropRequest()
                axis.requestedGrowth = nil
            }
            chart.scaleInertia(by: factors)
            for index in chart.overlays.indices { chart.overlays[index].scale(by: factors) }
        }
        return factors
    }

    /// Forgets what gestures asked for beyond the constraints, at the end of the touch sequence.
    mutating func endRequests() {
        for index in xAxes.indices { xAxes[index].endRequest() }
        for index in yAxes.indices { yAxes[index].endRequest() }
        for index in watchedAxes.indices { watchedAxes[index].axis.endRequest() }
    }

    /// Makes a change from outside the gestures.
    ///
    /// What gestures ask for beyond the constraints stays on axes that the change neither moves nor bounds in another
    /// way.
    mutating func keepingRequests(_ change: (inout Chart) -> Void) {
        guard hasRequests || xAxes.contains(where: \.isCoasting) || yAxes.contains(where: \.isCoasting) else {
            return change(&self)
        }
        let before = (xAxes + yAxes).map(AxisBounds.init)
        change(&self)
        for index in xAxes.indices where !before.contains(AxisBounds(xAxes[index])) { xAxes[index].dropRequest() }
        for index in yAxes.indices where !before.contains(AxisBounds(yAxes[index])) { yAxes[index].dropRequest() }
    }

    /// Whether a gesture in progress asks an axis for a range.
    var hasRequests: Bool {
        xAxes.contains(where: \.hasRequest) || yAxes.contains(where: \.hasRequest)
    }

    mutating func forEachAxis(_ axes: AxisChoice, _ change: (inout Axis, _ length: Double) -> Void) {
        let size = size
        suspendUpdates { chart in
            if let ids = axes.ids {
                for index in chart.xAxes.indices where ids.contains(chart.xAxes[index].id) {
                    chart.xAxes[index].change(within: size, change)
                }
                for index in chart.yAxes.indices where ids.contains(chart.yAxes[index].id) {
                    chart.yAxes[index].change(within: size, change)
                }
                return
            }
            if axes.direction.includes(.x) {
                for index in chart.xAxes.indices { chart.xAxes[index].change(within: size, change) }
            }
            if axes.direction.includes(.y) {
                for index in chart.yAxes.indices { chart.yAxes[index].change(within: size, change) }
            }
        }
    }
}

extension Chart {
    /// Sets the options of an axis, and its range when one is given.
    mutating func change(axis id: String, options: AxisOptions, visibleRange: AxisRange?) {
        let hasNewRule = self.axis(id).map { $0.options.tickRule != options.tickRule } ?? false
        suspendUpdates { chart in
            defer { if hasNewRule { chart.measureData() } }
            chart.keepingRequests { chart in
                chart.forEachAxis(.xy) { axis, _ in
                    guard axis.id == id else { return }
                    if axis.options.alignment != options.alignment { axis.requested = nil }
                    if axis.options.growBy != options.growBy { axis.requestedGrowth = nil }
                    axis.options = options
                    axis.set(visibleRange ?? axis.visibleRange)
                    if options.autoRange.followsData { axis.rangeAutomatically() }
                }
            }
        }
    }
}

/// The range of an axis, and what bounds it.
private struct AxisBounds: Hashable {
    private let id: String
    private let visibleRange: AxisRange
    private let dataRange: AxisRange?
    private let maximumRange: AxisRange?
    private let limits: RangeConstraint
    private let limit: RangeLimit

    init(_ axis: Axis) {
        id = axis.id
        visibleRange = axis.visibleRange
        dataRange = axis.dataRange
        maximumRange = axis.maximumRange
        limits = axis.constraint()
        limit = axis.options.visibleRangeLimit
    }
}

extension Axis {
    /// Runs a change with the number of points along the axis, in place because a copy of an axis is costly.
    @inline(__always)
    fileprivate mutating func change(within size: ChartSize, _ change: (inout Axis, _ length: Double) -> Void) {
        change(&self, size.length(isVertical: isVertical))
    }
}

extension Chart {
    /// Shows a range of one axis for a link, bit for bit where the axis's limits allow it.
    mutating func follow(_ range: AxisRange, axis id: String) {
        forEachAxis(.xy) { axis, _ in
            if axis.id == id, let shown = axis.shown(ofLink: range) { axis.take(shown) }
        }
    }

    /// Shows a range of one axis, and keeps what its gesture asks for.
    mutating func settle(_ range: AxisRange, axis id: String) {
        forEachAxis(.xy) { axis, _ in
            if axis.id == id, let shown = axis.shown(ofLink: range) { axis.visibleRange = shown }
        }
    }

    /// Records how the limits of an axis change a range that a link asks for.
    mutating func noteLimits(of range: AxisRange, axis id: String) {
        guard trace != nil else { return }
        forEachAxis(.xy) { axis, _ in
            guard axis.id == id, let positions = axis.scale.positions(of: range) else { return }
            axis.noteLimitations(of: positions, about: positions.centre, axis.constraint())
        }
    }

    /// Records that an axis cannot show a range that a link asks for.
    mutating func noteLink(refusing range: AxisRange, axis id: String) {
        guard trace != nil else { return }
        forEachAxis(.xy) { axis, _ in
            guard axis.id == id else { return }
            axis.limitations?.append(RangeLimitation(rule: .link, wanted: range, applied: axis.visibleRange))
        }
    }
}

extension Axis {
    /// The range that the axis shows for a link's range; `nil` if it follows its data or its scale cannot show it.
    fileprivate func shown(ofLink range: AxisRange) -> AxisRange? {
        guard !options.autoRange.followsData, let admitted = admitted(range) else { return nil }
        guard admitted != range, scale.isNearly(admitted, range), options.hasHardLimit else {
            return scale.isNearly(admitted, range) ? range : admitted
        }
        return admitted
    }
}

extension Chart {
    /// The axis in whose area a location lies.
    ///
    /// The areas lie outside the plot area, one behind the other on each side: first the x axes, then the y axes, in
    /// their order. An area is as long as its axis. Its inner border belongs to the plot area or to the area before it.
    ///
    /// - Parameters:
    ///   - location: A location, in points.
    ///   - depth: How far an area reaches outwards, in points.
    /// - Returns: `nil` in the plot area, outside its corners and beyond the areas.
    public func axis(at location: Point, depth: Double) -> Axis? {
        let zone = PlotZone(of: location, width: size.width, height: size.height, depth: depth)
        guard case .strip(let side, let number) = zone else { return nil }
        let neighbours = (xAxes + yAxes).filter { $0.alignment.rawValue == side.rawValue }
        return number < neighbours.count ? neighbours[number] : nil
    }

    /// How far the area of an axis reaches outwards for the wheel and for taps, in points.
    public static let areaDepth = 24.0

    /// The axes that a turn of the wheel or a tap acts on.
    ///
    /// - Parameters:
    ///   - location: The location, in points.
    ///   - choice: The axes of the modifier.
    ///   - allowsAreas: Whether the modifier acts on the areas of axes too.
    /// - Returns: In the plot area `choice`; on the area of an axis that axis alone, unless ids leave it out; `nil` for
    ///   none, and elsewhere.
    func axes(at location: Point, of choice: AxisChoice, allowsAreas: Bool) -> AxisChoice? {
        if contains(location) { return choice }
        guard allowsAreas, let axis = axis(at: location, depth: Self.areaDepth), choice.allows(axis) else { return nil }
        return .axis(axis.id)
    }

    /// Moves one axis by a number of points; an axis that follows its data stays.
    mutating func pan(axis id: String, byPoints points: Double, clip: RangeClip) {
        forEachAxis(.xy) { axis, length in
            if axis.id == id { axis.pan(byPoints: points, length: length, clip: clip) }
        }
    }

    /// Moves one end of an axis; the other end stays.
    ///
    /// - Parameters:
    ///   - id: The id of the axis.
    ///   - old: How far the end was dragged outwards before, as a fraction of the axis's length, less than 1.
    ///   - new: How far the end is dragged now, less than 1.
    ///   - isFarEnd: Whether it is the right or the bottom end.
    ///   - clip: How the range is clipped; an axis that follows its data changes its `growBy` instead.
    mutating func dragEnd(
        ofAxis id: String, from old: Double, to new: Double, isFarEnd: Bool, clip: RangeClip
    ) {
        forEachAxis(.xy) { axis, length in
            guard axis.id == id, old != new else { return }
            if axis.options.autoRange.followsData {
                let isMaximum = isFarEnd != axis.viewport(length: length).isReversed
                axis.growExtents(atMaximum: isMaximum, by: old - new)
            } else {
                axis.zoom(
                    by: (1 - old) / (1 - new), aboutPoint: isFarEnd ? 0 : length, length: length, clip: clip)
            }
        }
    }
}
