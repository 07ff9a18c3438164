import Gestures

/// Writes a scene as an SVG document in UTF-8.
struct SVGWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []
    private let theme: PictureTheme

    private static let fonts =
        "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', 'DejaVu Sans', sans-serif"

    init(_ theme: PictureTheme) {
        self.theme = theme
    }

    /// Writes a document, whose texts stand in the order of their importance.
    mutating func write(_ scene: Scene, captioned caption: PictureCaption) {
        let clipped = scene.layers.filter(\.isClipped)
        let others = scene.layers.filter { !$0.isClipped }
        begin(scene, caption)
        let ground = Rect(x: 0, y: 0, width: scene.pictureWidth, height: scene.pictureHeight)
        write(SceneShape(outline: .box(ground, radius: 0), fill: .init(color: .ground)))
        beginPlot(scene)
        for layer in clipped { writeShapes(of: layer) }
        raw("</svg>")
        writeTexts(of: clipped, scene.direction)
        raw("<g transform=\"translate(")
        numbers(scene.insets.left, scene.insets.top)
        raw(")\">")
        for layer in others where layer.key != Scene.namesKey { writeShapes(of: layer) }
        raw("</g>")
        let corner = Vector(dx: scene.insets.left, dy: scene.insets.top)
        for layer in others where layer.key == Scene.namesKey { writeShapes(of: layer, from: corner) }
        writeTexts(of: others, scene.direction)
        raw("</svg>\n")
    }

    private mutating func begin(_ scene: Scene, _ caption: PictureCaption) {
        raw("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        attribute("xml:lang", scene.language)
        raw(" role=\"img\"")
        attribute("width", scene.pictureWidth)
        attribute("height", scene.pictureHeight)
        raw(" viewBox=\"0 0 ")
        numbers(scene.pictureWidth, scene.pictureHeight)
        raw("\"")
        attribute("font-family", Self.fonts)
        raw("><title>")
        escaped(caption.name)
        raw("</title><desc>")
        escaped(caption.description)
        raw("</desc>")
    }

    /// Begins the plot area, which clips what it contains.
    private mutating func beginPlot(_ scene: Scene) {
        raw("<svg")
        attribute("x", scene.insets.left)
        attribute("y", scene.insets.top)
        attribute("width", scene.width)
        attribute("height", scene.height)
        raw(" overflow=\"hidden\">")
    }

    private mutating func writeShapes(of layer: SceneLayer, from corner: Vector = .zero) {
        for case .shape(let shape) in layer.items { write(shape, from: corner) }
    }

    private mutating func writeTexts(of layers: [SceneLayer], _ direction: PictureTexts.Direction) {
        let texts = layers.flatMap(\.texts).sorted { $0.rank < $1.rank }
        for text in texts { write(text, direction) }
    }

    private mutating func write(_ shape: SceneShape, from corner: Vector = .zero) {
        switch shape.outline {
        case .path(let path):
            raw("<path d=\"")
            bytes += path.bytes
            raw("\"")
            if let fill = shape.fill { write(fill) } else { raw(" fill=\"none\"") }
            if let stroke = shape.stroke { write(stroke) }
        case .line(let start, let end):
            var path = ScenePath(.absolute)
            path.straight(from: start + corner, to: end + corner)
            return write(
                SceneShape(outline: .path(path), fill: shape.fill, stroke: shape.stroke, pattern: shape.pattern))
        case .box(let rect, let radius):
            raw("<rect")
            attribute("x", rect.x + corner.dx)
            attribute("y", rect.y + corner.dy)
            attribute("width", max(0, rect.width))
            attribute("height", max(0, rect.height))
            if radius > 0 { attribute("rx", max(0, min(radius, rect.width / 2, rect.height / 2))) }
            if let fill = shape.fill { write(fill) }
            if let stroke = shape.stroke { write(stroke) }
        }
        raw("/>")
    }

    private mutating func write(_ fill: SceneShape.Ink) {
        let ink = theme.ink(of: fill.color)
        attribute("fill", ink.color)
        if ink.opacity * fill.opacity < 1 { attribute("fill-opacity", ink.opacity * fill.opacity) }
    }

    private mutating func write(_ stroke: SceneShape.Stroke) {
        let ink = theme.ink(of: stroke.ink.color)
        let opacity = ink.opacity * stroke.ink.opacity
        attribute("stroke", ink.color)
        if stroke.isRound || stroke.width != 1 { attribute("stroke-width", stroke.width) }
        if stroke.isRound { raw(" stroke-linejoin=\"round\" stroke-linecap=\"round\"") }
        if !stroke.dash.isEmpty { write(dash: stroke.dash) }
        guard opacity < 1 else { return }
        if stroke.isRound { attribute("opacity", opacity) } else { attribute("stroke-opacity", opacity) }
    }

    private mutating func write(dash lengths: [Double]) {
        var text: [UInt8] = []
        for length in lengths {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text.appendNumber(length)
        }
        attribute("stroke-dasharray", String(decoding: text, as: UTF8.self))
    }

    /// Writes a text; `direction` decides which end of it a renderer calls its start.
    private mutating func write(_ text: PlacedText, _ direction: PictureTexts.Direction) {
        raw("<text")
        if text.isUpright {
            raw(" transform=\"translate(")
            numbers(text.place.x, text.place.y)
            raw(") rotate(-90)\"")
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
        attribute("fill", theme.ink(of: text.color).color)
        raw(">")
        escaped(text.text)
        raw("</text>")
    }

    /// Writes text that is SVG already.
    private mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes an attribute with a number.
    private mutating func attribute(_ name: StaticString, _ number: Double) {
        begin(name)
        bytes.appendNumber(number)
        raw("\"")
    }

    /// Writes an attribute with text; what XML does not allow becomes U+FFFD.
    private mutating func attribute(_ name: StaticString, _ text: String) {
        begin(name)
        escaped(text)
        raw("\"")
    }

    private mutating func begin(_ name: StaticString) {
        raw(" ")
        raw(name)
        raw("=\"")
    }

    /// Writes two numbers with a blank between them.
    private mutating func numbers(_ first: Double, _ second: Double) {
        bytes.appendNumber(first)
        bytes.append(UInt8(ascii: " "))
        bytes.appendNumber(second)
    }

    /// Writes character data.
    mutating func escaped(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            default: bytes += Array(String(Self.isCharacter(scalar) ? Character(scalar) : "\u{FFFD}").utf8)
            }
        }
    }

    /// Whether XML 1.0 allows a character; line breaks become U+FFFD too, because texts have one line.
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE
    }
}
