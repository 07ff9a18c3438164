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
        guard let (side, distance) = outside(location) else { return nil }
        let neighbours = (xAxes + yAxes).filter { $0.alignment == side }
        let place = (distance / depth).rounded(.up) - 1
        return place < Double(neighbours.count) ? neighbours[Int(place)] : nil
    }

    /// The side beyond which a location lies, and its distance from that side in points.
    ///
    /// Distances are rounded to a millionth of a point, because a location may come from a sum.
    private func outside(_ location: Point) -> (side: AxisAlignment, distance: Double)? {
        let sides: [(side: AxisAlignment, distance: Double)] = [
            (.left, -location.x), (.right, location.x - size.width), (.top, -location.y),
            (.bottom, location.y - size.height),
        ]
        let reached = sides.map { ($0.side, ($0.distance * 1e6).rounded() / 1e6) }.filter { $0.1 > 0 }
        return reached.count == 1 ? reached[0] : nil
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
