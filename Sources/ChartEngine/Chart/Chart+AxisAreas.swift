public import Gestures

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
