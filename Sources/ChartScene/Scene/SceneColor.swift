import ChartJSON

/// A colour of a scene: a role, which each theme fills in, or a colour of CSS.
package enum SceneColor: Sendable, Hashable {
    /// The lines of axes.
    case axis
    /// The lines of the grid at the ticks of the y axis.
    case gridMajor
    /// The fainter lines of the grid.
    case gridMinor
    /// The labels of axes, and texts of less weight.
    case label
    /// The other texts.
    case text
    /// What lies behind everything.
    case ground
    /// The strip of a scrubber.
    case raised
    /// What a finger drags.
    case accent
    /// A see-through form of the accent.
    case accentFill
    /// What dims the plot area beside a window.
    case veil
    /// The colour of a series' place, from 0.
    case series(Int)
    /// A colour that a client gave to a series, as CSS.
    case own(String)

    /// How many series have colours of their own; after them the colours begin again.
    static let seriesCount = 8

    /// The roles, in the order of the palette.
    package static let roles: [SceneColor] =
        (0..<seriesCount).map { .series($0) } + [
            .axis, .gridMajor, .gridMinor, .label, .text, .ground, .raised, .accent, .accentFill, .veil,
        ]

    /// The name of the role, or the colour of CSS.
    package var name: String {
        switch self {
        case .axis: "axis"
        case .gridMajor: "grid.major"
        case .gridMinor: "grid.minor"
        case .label: "label"
        case .text: "text"
        case .ground: "ground"
        case .raised: "raised"
        case .accent: "accent"
        case .accentFill: "accent.fill"
        case .veil: "veil"
        case .series(let place): "series.\(place + 1)"
        case .own(let color): color
        }
    }

    /// A colour that a client gave, where it is a plain one of CSS and is not called as a role.
    static func own(ifPlain text: String) -> SceneColor? {
        CSSColor.isPlain(text) && !roles.contains { $0.name == text } ? .own(text) : nil
    }
}

/// The plain colours of CSS, which can neither refer to anything nor end an attribute.
private enum CSSColor {
    /// Whether a text is a name, a hexadecimal colour or a function of numbers such as `rgb(0 0 0 / 50%)`.
    static func isPlain(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= 64 else { return false }
        if first == UInt8(ascii: "#") {
            return bytes.dropFirst().allSatisfy { Hexadecimal.value(of: $0) != nil }
                && [4, 5, 7, 9].contains(bytes.count)
        }
        if bytes.allSatisfy(isLetter) { return true }
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")") else { return false }
        let name = String(decoding: bytes[..<open], as: UTF8.self).lowercased()
        return ["rgb", "rgba", "hsl", "hsla"].contains(name)
            && bytes[(open + 1)..<(bytes.count - 1)].allSatisfy { isLetter($0) || isNumeric($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || " ,./%+-".utf8.contains(byte)
    }
}
