import Foundation

/// What a language says of one chart, as a file of texts that people have read.
struct GoldenTexts: Sendable, CustomStringConvertible {
    let tag: String
    let texts: [String]

    var description: String { tag }

    /// Reads the file: a line `@@ tag` before the texts of each language, one a line.
    static func all() throws -> [GoldenTexts] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/Descriptions.txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.components(separatedBy: "@@ ").dropFirst().map { part in
            let lines = part.split(separator: "\n").map { String($0) }
            return GoldenTexts(tag: lines[0], texts: Array(lines.dropFirst()))
        }
    }
}
