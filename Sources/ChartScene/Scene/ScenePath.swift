import Gestures

/// The data of an SVG path whose lines are cut far outside of the picture.
///
/// A line to a row far outside keeps its slope, because it is cut and not bent. Numbers have at most two decimals and no
/// exponents.
package struct ScenePath: Sendable, Hashable {
    /// How a path says where it goes.
    package enum Notation: Sendable {
        /// Each point from the corner of the plot area, as pictures do.
        case absolute
        /// Each point from the one before, which takes half the bytes.
        case relative
    }

    /// The farthest distance from the origin that a line is drawn to, in points.
    static let reach = 50_000.0

    /// What was written.
    package private(set) var bytes: [UInt8] = []
    private let isRelative: Bool
    private var last: Point?
    /// Where the pen is, and where the part began, in hundredths of a point.
    private var pen = (x: 0, y: 0)
    private var start = (x: 0, y: 0)
    /// Whether the part has no line yet, so that a line without length is a dot.
    private var isBegun = false

    init(_ notation: Notation) {
        isRelative = notation == .relative
    }

    /// Whether two paths are the same text.
    package static func == (one: ScenePath, other: ScenePath) -> Bool { one.bytes == other.bytes }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// Whether nothing was drawn.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Begins a part at a point.
    mutating func move(to point: Point) {
        last = point
        writeMove(Self.limited(point))
    }

    /// Draws a line from the last point.
    mutating func line(to point: Point) {
        guard let start = last else { return move(to: point) }
        last = point
        if Self.isNear(start), Self.isNear(point) { return writeLine(point) }
        if !Self.isNear(start) { writeLine(Self.cut(from: point, to: start)) }
        writeLine(Self.isNear(point) ? point : Self.cut(from: start, to: point))
    }

    /// Draws a dot that is as large as the line is wide, where its ends are round.
    mutating func dot(at point: Point) {
        guard Self.isNear(point) else { return }
        move(to: point)
        if isRelative {
            writeDot()
        } else {
            bytes += Array("h0".utf8)
        }
    }

    /// Draws a rectangle.
    mutating func rectangle(_ rect: Rect) {
        let low = Self.limited(Point(x: rect.x, y: rect.y))
        let high = Self.limited(Point(x: rect.x + rect.width, y: rect.y + rect.height))
        writeMove(low)
        writeLine(Point(x: high.x, y: low.y), as: "H")
        writeLine(high, as: "V")
        writeLine(Point(x: low.x, y: high.y), as: "H")
        close()
        last = nil
    }

    /// Draws a straight line from one point to another, however far they lie.
    mutating func straight(from start: Point, to end: Point) {
        writeMove(start)
        writeLine(end)
        last = nil
    }

    /// Draws a rectangle with round corners, in the relative notation.
    mutating func box(_ rect: Rect, radius: Double) {
        let (width, height) = (max(0, rect.width), max(0, rect.height))
        let radius = max(0, min(radius, width / 2, height / 2))
        guard radius > 0 else { return rectangle(Rect(x: rect.x, y: rect.y, width: width, height: height)) }
        let (right, bottom) = (rect.x + width, rect.y + height)
        writeMove(Point(x: rect.x + radius, y: rect.y))
        let sides = [
            (Point(x: right - radius, y: rect.y), Point(x: right, y: rect.y + radius)),
            (Point(x: right, y: bottom - radius), Point(x: right - radius, y: bottom)),
            (Point(x: rect.x + radius, y: bottom), Point(x: rect.x, y: bottom - radius)),
            (Point(x: rect.x, y: rect.y + radius), Point(x: rect.x + radius, y: rect.y)),
        ]
        for (end, corner) in sides {
            writeLine(end)
            writeCorner(corner, radius: radius)
        }
        close()
        last = nil
    }

    /// Closes the part.
    mutating func close() {
        bytes.append(UInt8(ascii: isRelative ? "z" : "Z"))
        pen = start
        isBegun = false
    }

    private mutating func writeMove(_ point: Point) {
        guard isRelative else { return command("M", point) }
        let end = Self.hundredths(point)
        if bytes.isEmpty {
            number("M", end.x)
            separated(end.y)
        } else {
            number("m", end.x - pen.x)
            separated(end.y - pen.y)
        }
        (pen, start, isBegun) = (end, end, true)
    }

    /// Writes a line; `letter` is the absolute command for one along an axis.
    private mutating func writeLine(_ point: Point, as letter: Unicode.Scalar = "L") {
        guard isRelative else {
            switch letter {
            case "H": return number(letter, Self.hundredths(point).x)
            case "V": return number(letter, Self.hundredths(point).y)
            default: return command(letter, point)
            }
        }
        let end = Self.hundredths(point)
        let step = (x: end.x - pen.x, y: end.y - pen.y)
        switch (step.x, step.y) {
        case (0, 0):
            if isBegun { writeDot() }
        case (_, 0): number("h", step.x)
        case (0, _): number("v", step.y)
        default:
            number("l", step.x)
            separated(step.y)
        }
        if step != (0, 0) { (pen, isBegun) = (end, false) }
    }

    /// Draws a line that is too short to be seen but for its round ends: a canvas draws nothing of one without length.
    private mutating func writeDot() {
        bytes += Array("h.01".utf8)
        pen.x += 1
        isBegun = false
    }

    private mutating func writeCorner(_ point: Point, radius: Double) {
        let (end, radius) = (Self.hundredths(point), Int((radius * 100).rounded()))
        number("a", radius)
        separated(radius)
        bytes += Array(" 0 0 1".utf8)
        separated(end.x - pen.x)
        separated(end.y - pen.y)
        pen = end
    }

    private mutating func command(_ letter: Unicode.Scalar, _ point: Point) {
        let point = Self.hundredths(point)
        number(letter, point.x)
        bytes.append(UInt8(ascii: " "))
        bytes.append(hundredths: point.y)
    }

    private mutating func number(_ letter: Unicode.Scalar, _ hundredths: Int) {
        bytes.append(UInt8(ascii: letter))
        bytes.append(hundredths: hundredths, isShort: isRelative)
    }

    /// Writes a number behind another one; a minus sign needs no blank before it.
    private mutating func separated(_ hundredths: Int) {
        if hundredths >= 0 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(hundredths: hundredths, isShort: true)
    }

    private static func hundredths(_ point: Point) -> (x: Int, y: Int) { (point.x.hundredths, point.y.hundredths) }

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

extension Double {
    /// The largest magnitude of a written number; nothing that a scene shows lies farther out.
    private static let farthest = 1e7

    /// The number rounded to hundredths; NaN is 0.
    var hundredths: Int {
        isNaN ? 0 : Int((Swift.min(Swift.max(self, -Self.farthest), Self.farthest) * 100).rounded())
    }
}

extension [UInt8] {
    /// Appends a number rounded to two decimals, without needless zeros; NaN is 0.
    mutating func appendNumber(_ number: Double) { append(hundredths: number.hundredths) }

    /// Appends a number of hundredths, without needless zeros.
    ///
    /// - Parameters:
    ///   - hundredths: The number.
    ///   - isShort: Whether the zero before the point is left out too.
    mutating func append(hundredths: Int, isShort: Bool = false) {
        if hundredths < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        if whole > 0 || rest == 0 || !isShort { append(digits: whole) }
        guard rest > 0 else { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(rest / 10))
        if rest % 10 > 0 { append(UInt8(ascii: "0") + UInt8(rest % 10)) }
    }

    private mutating func append(digits number: UInt) {
        var divisor: UInt = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
