/// The drawing of a chart: layers of paths and texts.
///
/// Places are points of the plot area, y down.
public struct ChartScene: Sendable, Hashable, Decodable {
    /// The room that a picture leaves around the plot area for axes and names.
    public struct Insets: Sendable, Hashable, Decodable {
        public let top, left, bottom, right: Double
    }

    /// The width of the plot area.
    public let width: Double
    /// The height of the plot area.
    public let height: Double
    /// The room around the plot area.
    public let insets: Insets
    /// From back to front.
    public let layers: [SceneLayer]
    /// The revision after which `layers` have changed; `nil` where the scene is whole.
    public let since: Int?
    private let kept: [String]?
    private let order: [String]?

    /// The whole scene: what has changed, with the layers of the scene before that have not.
    ///
    /// `before` must be the whole scene of the revision ``since``.
    public func completed(by before: ChartScene?) -> ChartScene {
        guard since != nil, let order, let before else { return self }
        var found = Dictionary(before.layers.map { ($0.key, $0) }) { first, _ in first }
        for layer in layers { found[layer.key] = layer }
        return ChartScene(
            width: width, height: height, insets: insets, layers: order.compactMap { found[$0] }, since: nil, kept: nil,
            order: nil)
    }
}

/// Items that belong together, from back to front.
public struct SceneLayer: Sendable, Hashable, Decodable {
    /// The layer's own name, the same in the next scene.
    public let key: String
    /// `grid`, `series`, `selection`, `overlay`, `axis`, `title`, `legend` or `annotation`.
    public let role: String
    /// Whether the plot area cuts the layer.
    public var isClipped: Bool { clip == "plot" }
    /// The paths and texts.
    public let items: [SceneItem]
    private let clip: String?
}

/// A path or a text.
public enum SceneItem: Sendable, Hashable, Decodable {
    case path(ScenePath)
    case text(SceneText)

    private enum Key: CodingKey { case text }

    /// Reads a path or a text.
    public init(from decoder: any Decoder) throws {
        let isText = try decoder.container(keyedBy: Key.self).contains(.text)
        self = isText ? .text(try SceneText(from: decoder)) : .path(try ScenePath(from: decoder))
    }
}

/// A line of text.
///
/// A colour is a role of the palette, or a series' own colour of CSS.
public struct SceneText: Sendable, Hashable, Decodable {
    /// The line.
    public let text: String
    /// Where the text stands.
    public let x: Double
    /// The line that the letters stand on.
    public let y: Double
    /// The colour.
    public let color: String
    /// The size of the font.
    public let size: Double
    /// `middle` or `end`; the left end lies at `x` without it.
    public let anchor: String?
    /// In degrees about `x` and `y`.
    public let rotation: Double?
    /// 600 for bold text.
    public let weight: Int?
}

/// A shape that is filled first and then stroked.
public struct ScenePath: Sendable, Hashable, Decodable {
    /// The path as SVG writes it.
    public let path: String
    /// The colour of the area.
    public let fill: String?
    /// The colour of the line.
    public let stroke: String?
    /// The width of the line; 1 without it.
    public let width: Double?
    /// The lengths of dashes and gaps.
    public let dash: [Double]?
    /// From 0 to 1; 1 without it.
    public let opacity: Double?
    /// `round` for round ends and corners.
    public let ends: String?

    /// A step of a path, in absolute places.
    ///
    /// An arc, which rounds the corner of a box, is the line to its end.
    public enum Step: Sendable, Hashable {
        case move(Point)
        case line(Point)
        case close
    }

    /// The steps of the path, for a pen that does not read SVG.
    public var steps: [Step] {
        var steps: [Step] = []
        var here = Point(x: 0, y: 0)
        var start = here
        var letter: UInt8 = 0
        var numbers: [Double] = []
        func finish() {
            guard letter != 0 else { return }
            let isRelative = letter >= UInt8(ascii: "a")
            let base = isRelative ? here : Point(x: 0, y: 0)
            switch letter & ~0x20 {
            case UInt8(ascii: "Z"):
                steps.append(.close)
                here = start
                return
            case UInt8(ascii: "H"): here.x = base.x + (numbers.last ?? 0)
            case UInt8(ascii: "V"): here.y = base.y + (numbers.last ?? 0)
            default:
                guard numbers.count >= 2 else { return }
                here = Point(x: base.x + numbers[numbers.count - 2], y: base.y + numbers[numbers.count - 1])
            }
            let isMove = letter & ~0x20 == UInt8(ascii: "M")
            if isMove { start = here }
            steps.append(isMove ? .move(here) : .line(here))
        }
        var digits: [UInt8] = []
        func finishNumber() {
            if let number = Double(String(decoding: digits, as: UTF8.self)) { numbers.append(number) }
            digits = []
        }
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                finishNumber()
                finish()
                letter = byte
                numbers = []
            case UInt8(ascii: "-"):
                finishNumber()
                digits = [byte]
            case UInt8(ascii: "."):
                // ".5.5" are two numbers.
                if digits.contains(byte) { finishNumber() }
                digits.append(byte)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
            default: finishNumber()
            }
        }
        finishNumber()
        finish()
        return steps
    }
}
