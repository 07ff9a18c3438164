/// JSON text in one line, as the log keeps it.
enum SingleLine {
    /// The text with spaces for its line breaks, of which JSON has none within strings.
    static func text(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: isBreak) else { return json }
        return json.map { isBreak($0) ? UInt8(ascii: " ") : $0 }
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
