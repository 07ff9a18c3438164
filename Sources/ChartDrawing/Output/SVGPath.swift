import Gestures

/// The data of an SVG path whose lines are cut far outside of the picture.
///
/// A line to a row far outside keeps its slope, because it is cut and not bent.
struct SVGPath {
    /// The farthest distance from the origin that a line is drawn to, in points.
    static let reach = 50_000.0

    /// What was written.
    private(set) var bytes: [UInt8] = []
    private var last: Point?

    /// Whether nothing was drawn.
    var isEmpty: Bool { bytes.isEmpty }

    /// Begins a part at a point.
    mutating func move(to point: Point) {
        last = point
        command("M", Self.limited(point))
    }

    /// Draws a line from the last point.
    mutating func line(to point: Point) {
        guard let start = last else { return move(to: point) }
        last = point
        if Self.isNear(start), Self.isNear(point) { return command("L", point) }
        if !Self.isNear(start) { command("L", Self.cut(from: point, to: start)) }
        command("L", Self.isNear(point) ? point : Self.cut(from: start, to: point))
    }

    /// Draws a dot that is as large as the line is wide, where its ends are round.
    mutating func dot(at point: Point) {
        guard Self.isNear(point) else { return }
        move(to: point)
        bytes += Array("h0".utf8)
    }

    /// Draws a rectangle.
    mutating func rectangle(_ rect: Rect) {
        let low = Self.limited(Point(x: rect.x, y: rect.y))
        let high = Self.limited(Point(x: rect.x + rect.width, y: rect.y + rect.height))
        command("M", low)
        number("H", high.x)
        number("V", high.y)
        number("H", low.x)
        close()
        last = nil
    }

    /// Closes the part.
    mutating func close() { bytes.append(UInt8(ascii: "Z")) }

    private mutating func command(_ letter: Unicode.Scalar, _ point: Point) {
        number(letter, point.x)
        bytes.append(UInt8(ascii: " "))
        bytes.appendNumber(point.y)
    }

    private mutating func number(_ letter: Unicode.Scalar, _ number: Double) {
        bytes.append(UInt8(ascii: letter))
        bytes.appendNumber(number)
    }

    private static func isNear(_ point: Point) -> Bool { abs(point.x) <= reach && abs(point.y) <= reach }

    private static func limited(_ point: Point) -> Point {
        Point(x: min(max(point.x, -reach), reach), y: min(max(point.y, -reach), reach))
    }

    /// The last point of a line that lies within reach, from its near end to its far one.
    private static func cut(from near: Point, to far: Point) -> Point {
        let near = limited(near)
        var share = 1.0
        for (start, end) in [(near.x, far.x), (near.y, far.y)] where abs(end) > reach {
            share = min(share, ((end < 0 ? -reach : reach) - start) / (end - start))
        }
        let cut = Point(x: near.x + (far.x - near.x) * share, y: near.y + (far.y - near.y) * share)
        return cut.x.isFinite && cut.y.isFinite ? limited(cut) : limited(far)
    }
}
