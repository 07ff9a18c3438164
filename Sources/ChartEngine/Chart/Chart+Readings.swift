import Gestures

/// Where modifiers read series.
enum ReadingPlace: Sendable, Hashable {
    /// At the x under a location of the plot area.
    case location(Point)
    /// At an x of the data.
    case x(Double)
}

extension Chart {
    /// The readings of series at a place, in drawing order.
    ///
    /// - Parameters:
    ///   - place: Where to read, for each series on its own x axis.
    ///   - series: The series to read.
    ///   - isInterpolated: Whether to read lines, areas and bands between two rows, not at the nearest row.
    ///   - radius: How far the nearest row may be along the x axis, in points; 0 is any distance.
    /// - Returns: An item for each series that is there, with its own value, and the point at which it is drawn if that
    ///   lies in the plot area.
    func readings(
        at place: ReadingPlace, of series: [Series], isInterpolated: Bool, within radius: Double
    ) -> [Overlay.Item] {
        let rooms = barRooms(for: series.map(kind))
        return series.compactMap { series in
            guard let axis = axis(series.xAxis) else { return nil }
            let viewport = viewport(of: axis)
            let x: Double
            switch place {
            case .location(let location): x = viewport.invert(coordinate(of: location, along: axis))
            case .x(let given): x = given
            }
            guard let reading = reading(of: series, at: x, isInterpolated: isInterpolated, in: rooms) else {
                return nil
            }
            let distance = abs(viewport.apply(reading.nearestX) - viewport.apply(x))
            guard radius == 0 || distance <= radius else { return nil }
            return Overlay.Item(
                series: series.id, name: series.name, x: reading.x, y: reading.y,
                point: reading.point.flatMap { contains($0) ? $0 : nil })
        }
    }

    /// The line across the plot area through a point along an axis, as a rectangle of zero width or height.
    func crossing(_ axis: Axis, at point: Double) -> Rect {
        axis.isVertical
            ? Rect(x: 0, y: point, width: size.width, height: 0)
            : Rect(x: point, y: 0, width: 0, height: size.height)
    }
}
