public import Gestures

/// An annotation in points of the plot area, as it is drawn and touched.
public struct AnnotationShape: Sendable {
    /// A straight line.
    public struct Line: Sendable, Hashable {
        /// Its ends.
        public var start: Point, end: Point

        /// Creates a line.
        public init(start: Point, end: Point) { (self.start, self.end) = (start, end) }
    }

    /// What a finger takes to move points of an annotation.
    public struct Handle: Sendable, Hashable {
        /// Where it is: a point, or a line whose ends differ.
        public var line: Line
        /// The points, 0 and 1, whose x and whose y it moves; `nil` for none.
        public var x: Int?, y: Int?
    }

    /// The places of its points.
    public let points: [Point]
    /// Its lines, not cut at the plot area.
    public private(set) var lines: [Line] = []
    /// Its inside, where that belongs to it.
    public private(set) var area: Rect?
    /// The handles of a kind with two points.
    public private(set) var handles: [Handle] = []
    /// Whether the axes of x lie vertically.
    public let isVertical: Bool

    /// Places an annotation; `nil` where an axis cannot show it.
    init?(_ annotation: Annotation, in frame: AnnotationFrame) {
        guard let x = frame.x(of: annotation), let y = frame.y(of: annotation),
            let first = AnnotationFrame.place(of: annotation.first, x, y)
        else { return nil }
        isVertical = x.isVertical
        guard let written = annotation.last else {
            points = [first]
            if annotation.kind == .horizontalLine { lines = [Self.crossing(first, isAlongX: true, isVertical, frame)] }
            if annotation.kind == .verticalLine { lines = [Self.crossing(first, isAlongX: false, isVertical, frame)] }
            return
        }
        guard let last = AnnotationFrame.place(of: written, x, y) else { return nil }
        points = [first, last]
        let isFilled = annotation.isFilled
        switch annotation.kind {
        case .line:
            lines = [Self.extended(Line(start: first, end: last), annotation.style.extent, frame.size)]
            addHandles(of: annotation.kind, .at(first), .at(last))
        case .box, .measure:
            let rect = Rect(corner: first, corner: last)
            lines = Self.outline(of: rect)
            if isFilled { area = rect }
            addHandles(
                of: annotation.kind, .at(first), .at(last), .at(corner(first, last)), .at(corner(last, first)))
        case .xBand, .yBand:
            let isAlongX = annotation.kind == .yBand
            lines = [first, last].map { Self.crossing($0, isAlongX: isAlongX, isVertical, frame) }
            if isFilled { area = Rect(corner: lines[0].start, corner: lines[1].end) }
            addHandles(of: annotation.kind, lines[0], lines[1])
        case .levels:
            addHandles(of: annotation.kind, .at(first), .at(last))
            guard let low = annotation.first.y, let high = written.y else { return }
            for level in annotation.style.levels {
                guard let across = y.point(of: low + level * (high - low)) else { continue }
                let ends = [first, last].map { isVertical ? Point(x: across, y: $0.y) : Point(x: $0.x, y: across) }
                lines.append(Self.extended(Line(start: ends[0], end: ends[1]), annotation.style.extent, frame.size))
            }
        case .horizontalLine, .verticalLine, .text, .marker:
            break
        }
    }

    private mutating func addHandles(of kind: Annotation.Kind, _ lines: Line...) {
        for (index, line) in lines.enumerated() {
            guard let moved = kind.handle(index) else { return }
            handles.append(Handle(line: line, x: moved.x, y: moved.y))
        }
    }

    /// The corner with the x of one point and the y of another.
    private func corner(_ ofX: Point, _ ofY: Point) -> Point {
        isVertical ? Point(x: ofY.x, y: ofX.y) : Point(x: ofX.x, y: ofY.y)
    }

    private static func outline(of rect: Rect) -> [Line] {
        let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
        let corners = [
            Point(x: rect.x, y: rect.y), Point(x: right, y: rect.y), Point(x: right, y: bottom),
            Point(x: rect.x, y: bottom),
        ]
        return corners.indices.map { Line(start: corners[$0], end: corners[($0 + 1) % 4]) }
    }

    /// The line across the plot area at a point.
    private static func crossing(
        _ point: Point, isAlongX: Bool, _ isVertical: Bool, _ frame: AnnotationFrame
    ) -> Line {
        let (wide, high) = (frame.overscan * frame.size.width, frame.overscan * frame.size.height)
        return isAlongX != isVertical
            ? Line(start: Point(x: -wide, y: point.y), end: Point(x: frame.size.width + wide, y: point.y))
            : Line(start: Point(x: point.x, y: -high), end: Point(x: point.x, y: frame.size.height + high))
    }

    /// A line that goes on, as far as the plot area does.
    private static func extended(_ line: Line, _ extent: Annotation.Extension, _ size: ChartSize) -> Line {
        let (dx, dy) = (line.end.x - line.start.x, line.end.y - line.start.y)
        guard extent != .none, dx != 0 || dy != 0 else { return line }
        var line = line
        // So many times its own length it reaches beyond any corner.
        let reach = [line.start, line.end].map { abs($0.x) + abs($0.y) }.reduce(size.width + size.height, +)
        let times = reach / max(abs(dx), abs(dy))
        guard times.isFinite else { return line }
        if extent == .start || extent == .both {
            line.start = Point(x: line.start.x - times * dx, y: line.start.y - times * dy)
        }
        if extent == .end || extent == .both {
            line.end = Point(x: line.end.x + times * dx, y: line.end.y + times * dy)
        }
        return line
    }

    /// The handle nearest to a location, within a distance; of two as near the later one.
    func handle(near location: Point, within radius: Double) -> Int? {
        var nearest: (index: Int, distance: Double)?
        for (index, handle) in handles.enumerated() {
            let distance = handle.line.distance(to: location)
            if distance <= radius, distance <= nearest?.distance ?? .infinity { nearest = (index, distance) }
        }
        return nearest?.index
    }

    /// Whether a location lies on its body, within a distance of what is drawn.
    func isHit(at location: Point, within radius: Double) -> Bool {
        if area?.contains(location) ?? false { return true }
        if lines.contains(where: { $0.distance(to: location) <= radius }) { return true }
        return points.count == 1 && lines.isEmpty && Line.at(points[0]).distance(to: location) <= radius
    }
}

extension AnnotationShape.Line {
    static func at(_ point: Point) -> Self { Self(start: point, end: point) }

    /// The distance of a location from the nearest place of the line.
    func distance(to location: Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        let way = (location.x - start.x) * dx + (location.y - start.y) * dy
        let share = square > 0 ? min(max(way / square, 0), 1) : 0
        return Vector(dx: location.x - start.x - share * dx, dy: location.y - start.y - share * dy).length
    }

    /// The part of the line in a rectangle, its slope kept; `nil` for none.
    public func cut(at rect: Rect) -> Self? {
        var (from, to) = (0.0, 1.0)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let edges = [
            (-dx, start.x - rect.x), (dx, rect.x + rect.width - start.x), (-dy, start.y - rect.y),
            (dy, rect.y + rect.height - start.y),
        ]
        for (step, room) in edges {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                from = max(from, room / step)
            } else {
                to = min(to, room / step)
            }
        }
        guard from <= to else { return nil }
        func place(_ share: Double) -> Point {
            // The ends themselves are exact.
            share == 0 ? start : share == 1 ? end : Point(x: start.x + share * dx, y: start.y + share * dy)
        }
        return Self(start: place(from), end: place(to))
    }
}
