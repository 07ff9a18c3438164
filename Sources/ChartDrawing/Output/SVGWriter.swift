/// Writes SVG elements as UTF-8, with numbers of at most two decimals and without exponents.
struct SVGWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []

    /// The largest magnitude of a number; nothing that a picture shows lies farther out.
    static let farthest = 1e7

    /// Writes text that is SVG already.
    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends what another writer wrote.
    mutating func append(_ other: SVGWriter) { bytes += other.bytes }

    /// Appends a path.
    mutating func append(_ path: SVGPath) { bytes += path.bytes }

    /// Writes an attribute with a number.
    mutating func attribute(_ name: StaticString, _ number: Double) {
        begin(name)
        bytes.appendNumber(number)
        raw("\"")
    }

    /// Writes an attribute with text; what XML does not allow becomes U+FFFD.
    mutating func attribute(_ name: StaticString, _ text: String) {
        begin(name)
        escaped(text)
        raw("\"")
    }

    /// Writes an attribute with a path.
    mutating func attribute(_ name: StaticString, _ path: SVGPath) {
        begin(name)
        bytes += path.bytes
        raw("\"")
    }

    private mutating func begin(_ name: StaticString) {
        raw(" ")
        raw(name)
        raw("=\"")
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

extension [UInt8] {
    /// Appends a number rounded to two decimals, without needless zeros; NaN is 0.
    mutating func appendNumber(_ number: Double) {
        let limited = number.isNaN ? 0 : Swift.min(Swift.max(number, -SVGWriter.farthest), SVGWriter.farthest)
        let hundredths = Int((limited * 100).rounded())
        if hundredths < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        append(contentsOf: String(whole).utf8)
        guard rest > 0 else { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(rest / 10))
        if rest % 10 > 0 { append(UInt8(ascii: "0") + UInt8(rest % 10)) }
    }
}
