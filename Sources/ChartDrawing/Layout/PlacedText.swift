package import Gestures

/// A text of a picture, at its place.
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
    let place: Point
    let anchor: Anchor
    let size: Double
    let isBold: Bool
    let color: String
    /// Whether the text runs upwards.
    let isUpright: Bool

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
        _ text: String, at middle: Point, anchor: Anchor, size: Double, isBold: Bool = false, color: String,
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

extension SVGWriter {
    /// Writes a text; `direction` decides which end of it a renderer calls its start.
    mutating func write(_ text: PlacedText, _ direction: PictureTexts.Direction) {
        raw("<text")
        if text.isUpright {
            var turn: [UInt8] = Array("translate(".utf8)
            turn.appendNumber(text.place.x)
            turn.append(UInt8(ascii: " "))
            turn.appendNumber(text.place.y)
            turn += Array(") rotate(-90)".utf8)
            attribute("transform", String(decoding: turn, as: UTF8.self))
        } else {
            attribute("x", text.place.x)
            attribute("y", text.place.y)
        }
        attribute("font-size", text.size)
        if text.isBold { raw(" font-weight=\"600\"") }
        switch (text.anchor, direction) {
        case (.left, .leftToRight), (.right, .rightToLeft): break
        case (.middle, _): raw(" text-anchor=\"middle\"")
        case (.right, .leftToRight), (.left, .rightToLeft): raw(" text-anchor=\"end\"")
        }
        if direction == .rightToLeft { raw(" direction=\"rtl\"") }
        attribute("fill", text.color)
        raw(">")
        escaped(text.text)
        raw("</text>")
    }
}
