import ChartEngine
import ChartWire
import Foundation

@testable import ChartServer

/// A part of a file that `make describe` writes from the code, between two lines that say so.
///
/// The first line ends with `make describe writes this: NAME`, the last one with `end of NAME`, each in a comment of
/// the file's language.
struct GeneratedPart: Sendable, CustomStringConvertible {
    /// The file, from the folder of the project.
    let path: String
    /// What the two lines call the part.
    let name: String
    /// The lines, without those two and without their indentation.
    let lines: [String]

    var description: String { "\(path): \(name)" }

    /// Every generated part.
    static let all: [GeneratedPart] = documentation + contract + modifiers + specifications + chapters

    private static let documentation = [
        GeneratedPart(
            path: "\(catalog)/Configuration.md", name: "configuration keys",
            lines: table("key", "default", "takes", "") {
                SettingTable.entries.map { ["`\($0.name)`", $0.defaultText, $0.accepts, $0.help] }
            }),
        GeneratedPart(
            path: "\(catalog)/Problems.md", name: "problem codes",
            lines: table("code", "status", "") {
                ProblemCode.allCases.map { ["`\($0.rawValue)`", "\($0.status)", $0.meaning] }
            }),
        GeneratedPart(
            path: "\(catalog)/Metrics.md", name: "metrics",
            lines: table("metric", "type", "labels", "") {
                MetricTable.entries.map { metric in
                    let labels = metric.labels.map { "`\($0)`" }.joined(separator: " ")
                    return ["`\(metric.name)`", metric.kind.name, labels.isEmpty ? "–" : labels, metric.help]
                }
            }),
    ]

    private static let contract = [
        GeneratedPart(
            path: openAPI, name: "problem codes", lines: ProblemCode.allCases.map { "- \($0.rawValue)" })
    ]

    private static let catalog = "Sources/chart-surface/ChartSurface.docc"
    static let openAPI = "Sources/ChartServer/OpenAPI/openapi.yaml"

    /// A table in Markdown.
    static func table(_ head: String..., rows: () -> [[String]]) -> [String] {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        let names = "|" + head.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
        return ["", names, "|" + head.map { _ in "---|" }.joined()] + rows().map(line) + [""]
    }
}

extension GeneratedPart {
    /// The folder of the project.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Where the part is missing from its file.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The text of the file.
    func text() throws -> String { try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8) }

    /// Writes the part into its file.
    func write() throws {
        try replaced(in: text()).write(to: Self.root.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }

    /// A text in which the part is what the code says.
    func replaced(in text: String) throws -> String {
        let old = text.components(separatedBy: "\n")
        guard
            let start = old.firstIndex(where: { "\($0) ".contains("make describe writes this: \(name) ") }),
            let end = old[start...].firstIndex(where: { "\($0) ".contains("end of \(name) ") })
        else { throw Missing(description: "\(path) has no lines around \"\(name)\"") }
        let indentation = old[start].prefix { $0 == " " }
        let new = lines.map { $0.isEmpty ? "" : indentation + $0 }
        return (old[...start] + new + old[end...]).joined(separator: "\n")
    }
}
