package import Gestures

/// A text of one line, at its place in a picture.
package struct PlacedText: Sendable {
    /// The part of a text that lies at its place.
    package enum Anchor: Sendable {
        /// The left end.
        case left
        /// The middle.
        case middle
        /// The right end.
        case right
    }

    /// The text, of one line.
    package let text: String
    /// The box that the text fills, in points of the picture.
    package let box: Rect
    /// Where its letters stand, in points of the picture.
    package let place: Point
    /// The part of it that lies there.
    package let anchor: Anchor
    /// The size of the font in points.
    package let size: Double
    /// Whether the font is semi-bold.
    package let isBold: Bool
    /// The colour.
    package let color: SceneColor
    /// Whether the text runs upwards.
    package let isUpright: Bool
    /// Its place in the order of importance, in which texts get their room.
    fileprivate(set) var rank = 0

    /// Places a text with the middle of its capitals at a point.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - middle: The point on the text's middle line, in points of the picture.
    ///   - anchor: Which part of the text lies there.
    ///   - size: The size of the font.
    ///   - isBold: Whether the font is semi-bold.
    ///   - color: The colour.
    ///   - isUpright: Whether the text runs upwards, about its middle.
    init(
        _ text: String, at middle: Point, anchor: Anchor, size: Double, isBold: Bool = false, color: SceneColor,
        isUpright: Bool = false
    ) {
        let width = FontMetrics.width(of: text, size: size, isBold: isBold)
        let (up, down) = (
            (FontMetrics.ascent - FontMetrics.middle) * size, (FontMetrics.descent + FontMetrics.middle) * size
        )
        if isUpright {
            box = Rect(x: middle.x - up, y: middle.y - width / 2, width: up + down, height: width)
            place = Point(x: middle.x + FontMetrics.middle * size, y: middle.y)
        } else {
            let left =
                switch anchor {
                case .left: middle.x
                case .middle: middle.x - width / 2
                case .right: middle.x - width
                }
            box = Rect(x: left, y: middle.y - up, width: width, height: up + down)
            place = Point(x: middle.x, y: middle.y + FontMetrics.middle * size)
        }
        self.text = text
        self.anchor = isUpright ? .middle : anchor
        self.size = size
        self.isBold = isBold
        self.color = color
        self.isUpright = isUpright
    }
}

extension PlacedText {
    /// Whether another text looks the same, where the corner of its plot area lies elsewhere in its picture.
    func isSame(as other: PlacedText, movedBy move: Point) -> Bool {
        text == other.text && anchor == other.anchor && size == other.size && isBold == other.isBold
            && color == other.color && isUpright == other.isUpright
            && place.x.hundredths == (other.place.x + move.x).hundredths
            && place.y.hundredths == (other.place.y + move.y).hundredths
    }
}

/// Gives room in a picture to texts, first come first served, so that none overlaps another or leaves the picture.
struct TextPlan {
    private let width: Double
    private let height: Double
    private var taken: [Rect] = []
    private var count = 0

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Gives room to a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - gap: The least distance to what lies left or right of it, in points.
    /// - Returns: The text; `nil` where there is no room, and the caller does not draw it.
    mutating func place(_ text: PlacedText, gap: Double = 0) -> PlacedText? {
        guard !text.text.isEmpty, take(text.box, gap: gap) else { return nil }
        return ranked(text)
    }

    /// Gives a box to texts which do not overlap one another.
    ///
    /// - Returns: The texts; `nil` where the box is not free, and the caller draws nothing.
    mutating func place(_ boxed: [PlacedText], in box: Rect) -> [PlacedText]? {
        take(box) ? boxed.map { ranked($0) } : nil
    }

    private mutating func ranked(_ text: PlacedText) -> PlacedText {
        var ranked = text
        ranked.rank = count
        count += 1
        return ranked
    }

    private mutating func take(_ box: Rect, gap: Double = 0) -> Bool {
        let wide = Rect(x: box.x - gap, y: box.y, width: box.width + 2 * gap, height: box.height)
        guard box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height,
            !taken.contains(where: { $0.overlaps(wide) })
        else { return false }
        taken.append(box)
        return true
    }
}

extension Rect {
    /// Whether two rectangles share more than an edge.
    func overlaps(_ other: Rect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
