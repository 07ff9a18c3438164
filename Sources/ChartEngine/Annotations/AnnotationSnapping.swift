import ChartSeries
public import Gestures

/// What points of annotations are drawn to.
public enum AnnotationSnap: String, Sendable, Hashable, Codable, CaseIterable {
    /// The nearest row in view, at its x and the value of a series.
    case row
    /// The nearest major ticks, each coordinate by itself.
    case tick
}

extension Chart {
    /// The place to which a place is drawn: that of the nearest row or tick within a radius, else itself.
    ///
    /// Of two as near the earlier row, the earlier series, and a row before a tick.
    ///
    /// - Parameters:
    ///   - place: The place, in points of the plot area.
    ///   - annotation: The annotation, whose axes and coordinates count.
    ///   - snaps: What draws it.
    ///   - radius: How far away that may lie, in points.
    ///   - direction: The coordinates that may change.
    /// - Returns: The values of the place; `nil` for a coordinate that has none, or that keeps its value.
    /// - Complexity: O(log rows + rows within the radius · series + ticks).
    public func snapped(
        _ place: Point, for annotation: Annotation, to snaps: [AnnotationSnap], within radius: Double,
        _ direction: ModifierDirection = .xy
    ) -> (place: Point, values: Annotation.Point) {
        let frame = AnnotationFrame(of: self)
        guard let x = frame.x(of: annotation), let y = frame.y(of: annotation) else { return (place, .init()) }
        let usesX = annotation.kind.hasX && direction.includes(.x)
        let usesY = annotation.kind.hasY && direction.includes(.y)
        var snapping = AnnotationSnapping(place: place, x: x, y: y, usesX: usesX, usesY: usesY, radius: radius)
        for snap in AnnotationSnap.allCases where snaps.contains(snap) {
            switch snap {
            case .row: snapping.takeRows(of: self, xAxis: x.id, yAxis: y.id)
            case .tick: snapping.takeTicks(of: self, xAxis: x.id, yAxis: y.id)
            }
        }
        return snapping.result
    }
}

/// The search for the place to which a place is drawn.
private struct AnnotationSnapping {
    let place: Point
    let x: AnnotationFrame.Direction
    let y: AnnotationFrame.Direction
    let usesX: Bool
    let usesY: Bool
    let radius: Double
    private var nearest: (distance: Double, row: Double, x: Double?, y: Double?)?

    init(
        place: Point, x: AnnotationFrame.Direction, y: AnnotationFrame.Direction, usesX: Bool, usesY: Bool,
        radius: Double
    ) {
        (self.place, self.x, self.y) = (place, x, y)
        (self.usesX, self.usesY, self.radius) = (usesX, usesY, radius)
    }

    private var along: Double { x.isVertical ? place.y : place.x }
    private var across: Double { x.isVertical ? place.x : place.y }

    private mutating func take(x xValue: Double?, y yValue: Double?, row: Double) {
        guard let dx = xValue.map({ value in x.point(of: value).map { $0 - along } }) ?? 0,
            let dy = yValue.map({ value in y.point(of: value).map { $0 - across } }) ?? 0
        else { return }
        let distance = Vector(dx: dx, dy: dy).length
        guard distance <= radius, (distance, row) < (nearest?.distance ?? .infinity, nearest?.row ?? .infinity) else {
            return
        }
        nearest = (distance, row, xValue, yValue)
    }

    /// Takes the rows in view with the values of the visible series on the axes, where they are drawn.
    ///
    /// It looks into the rows first whose minimum and maximum allow the nearest place. Among very many rows it ends after a
    /// fixed effort.
    mutating func takeRows(of chart: Chart, xAxis: String, yAxis: String) {
        guard usesX || usesY else { return }
        var effort = SearchEffort(SearchEffort.nearest)
        for part in chart.parts {
            let own = part.chart
            for one in own.series where one.isVisible && one.xAxis == xAxis && one.yAxis == yAxis {
                for source in own.sources(of: one) {
                    if own.showsBars {
                        let target = x.viewport.invert(along)
                        for mark in own.marks(around: target, atMost: 128) {
                            offer(x: mark.place, y: own.drawnValue(of: mark, source))
                        }
                    } else {
                        search(rows(of: own), of: DrawnValues(of: source, on: own), on: own, &effort)
                    }
                }
            }
        }
    }

    /// The rows in view whose x may lie within the radius; all in view where x does not count.
    private func rows(of chart: Chart) -> Range<Int> {
        let ends = [along - radius, along + radius].map { x.viewport.invert($0) }
        guard usesX, let low = ends.min(), let high = ends.max(), low.isFinite, high.isFinite else {
            return chart.visibleRows
        }
        return chart.table.rows(in: low...high, at: chart.rowPosition).clamped(to: chart.visibleRows)
    }

    private mutating func search(
        _ rows: Range<Int>, of values: DrawnValues, on chart: Chart, _ effort: inout SearchEffort
    ) {
        let fewRows = 64
        var parts: [(rows: Range<Int>, distance: Double)] = []
        func add(_ rows: Range<Int>) {
            guard !rows.isEmpty, let distance = leastDistance(of: rows, values, on: chart), distance <= reach else {
                return
            }
            effort.spend(SearchEffort.extremes * values.seriesCount)
            let index = parts.firstIndex { $0.distance < distance } ?? parts.endIndex
            parts.insert((rows, distance), at: index)
        }
        add(rows)
        while !effort.isSpent, let part = parts.popLast(), part.distance <= reach {
            guard part.rows.count > fewRows else {
                effort.spend(part.rows.count * values.seriesCount)
                for row in part.rows {
                    offer(x: x.rows == nil ? chart.x(ofRow: row) : chart.table.x[row], y: values[row])
                }
                continue
            }
            let middle = part.rows.lowerBound + part.rows.count / 2
            add(middle..<part.rows.upperBound)
            add(part.rows.lowerBound..<middle)
        }
    }

    private var reach: Double { nearest?.distance ?? radius }

    /// The least distance that a place of some rows may have; `nil` where none has a value.
    private func leastDistance(of rows: Range<Int>, _ values: DrawnValues, on chart: Chart) -> Double? {
        guard let drawn = values.points(ofRows: rows, along: y.viewport) else { return nil }
        let dy = usesY ? max(0, drawn.lowerBound - across, across - drawn.upperBound) : 0
        let ends = [rows.lowerBound, rows.upperBound - 1].map { x.viewport.apply(chart.x(ofRow: $0)) }
        let dx = usesX ? max(0, min(ends[0], ends[1]) - along, along - max(ends[0], ends[1])) : 0
        guard dx.isFinite, dy.isFinite else { return 0 }
        return Vector(dx: dx, dy: dy).length * (1 - 1e-9)
    }

    private mutating func offer(x xValue: Double, y yValue: Double) {
        guard !yValue.isNaN else { return }
        take(x: usesX ? xValue : nil, y: usesY ? yValue : nil, row: xValue)
    }

    mutating func takeTicks(of chart: Chart, xAxis: String, yAxis: String) {
        let ticks = { (id: String) in chart.axis(id).map { chart.ticks(of: $0).major } ?? [] }
        func nearestTick(_ id: String, _ direction: AnnotationFrame.Direction, to point: Double) -> Double? {
            var found: (distance: Double, value: Double)?
            for tick in ticks(id) {
                let value = direction.rows.flatMap { $0.x(atPosition: tick) } ?? tick
                let distance = abs(direction.viewport.apply(tick) - point)
                if distance <= radius, distance < found?.distance ?? .infinity { found = (distance, value) }
            }
            return found?.value
        }
        let (xTick, yTick) = (
            usesX ? nearestTick(xAxis, x, to: along) : nil, usesY ? nearestTick(yAxis, y, to: across) : nil
        )
        guard xTick != nil || yTick != nil else { return }
        // Both coordinates may lie within the radius although the place where they cross does not.
        let distances = [
            xTick.flatMap { x.point(of: $0) }.map { $0 - along }, yTick.flatMap { y.point(of: $0) }.map { $0 - across },
        ]
        let distance = Vector(dx: distances[0] ?? 0, dy: distances[1] ?? 0).length
        guard nearest == nil || distance < nearest?.distance ?? .infinity else { return }
        nearest = (distance, .infinity, xTick, yTick)
    }

    /// The place, and the values that it is drawn to.
    var result: (place: Point, values: Annotation.Point) {
        guard let nearest else { return (place, .init()) }
        let newAlong = nearest.x.flatMap { x.point(of: $0) } ?? along
        let newAcross = nearest.y.flatMap { y.point(of: $0) } ?? across
        let drawn = x.isVertical ? Point(x: newAcross, y: newAlong) : Point(x: newAlong, y: newAcross)
        return (drawn, .init(x: nearest.x, y: nearest.y))
    }
}
