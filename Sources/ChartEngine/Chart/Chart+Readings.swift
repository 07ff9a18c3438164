import Gestures

/// Where series are read out.
enum ReadingPlace: Sendable, Hashable {
    /// At the x under a location of the plot area.
    case location(Point)
    /// At an x of the data.
    case x(Double)
}

extension Chart {
    /// What series say at a place, in drawing order.
    ///
    /// - Parameters:
    ///   - place: Where they are read, each on its own x axis.
    ///   - mode: Which series are read.
    ///   - isInterpolated: Whether values between two rows are read, not those of the nearest row.
    ///   - radius: How far the nearest row may be from the place along the x axis, in points; 0 is any distance.
    /// - Returns: An item a series that has a row there, with its point when that lies in the plot area.
    func readings(
        at place: ReadingPlace, of mode: SourceMode, isInterpolated: Bool, within radius: Double
    ) -> [Overlay.Item] {
        series(of: mode).compactMap { series in
            guard let axis = axis(series.xAxis) else { return nil }
            let viewport = viewport(of: axis)
            let x: Double
            switch place {
            case .location(let location): x = viewport.invert(coordinate(of: location, along: axis))
            case .x(let given): x = given
            }
            guard let reading = reading(of: series, at: x, isInterpolated: isInterpolated) else { return nil }
            let distance = abs(viewport.apply(reading.nearestX) - viewport.apply(x))
            guard radius == 0 || distance <= radius else { return nil }
            let base = reading.y.map { stackBase(of: series, under: $0, at: x, isInterpolated: isInterpolated) }
            return item(of: series, x: reading.x, y: reading.y, base: base ?? 0)
        }
    }

    /// What is read of a series, with the point when it lies in the plot area.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - x: Where it is read.
    ///   - y: Its value; `nil` where it is missing.
    ///   - base: What the value stands on, in a stack.
    /// - Returns: The item; it tells the value itself, and the point at which the value is drawn.
    func item(of series: Series, x: Double, y: Double?, base: Double = 0) -> Overlay.Item {
        let point = y.flatMap { location(x: x, y: base + $0, of: series) }
        return Overlay.Item(
            series: series.id, name: series.name, x: x, y: y, point: point.flatMap { contains($0) ? $0 : nil })
    }

    /// A line across the plot area through a point along an axis, as a rectangle without width, or without height for a
    /// vertical axis.
    func crossing(_ axis: Axis, at point: Double) -> Rect {
        axis.isVertical
            ? Rect(x: 0, y: point, width: size.width, height: 0)
            : Rect(x: point, y: 0, width: 0, height: size.height)
    }
}
