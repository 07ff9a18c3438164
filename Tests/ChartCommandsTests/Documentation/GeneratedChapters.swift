import Foundation

extension GeneratedPart {
    /// The chapters of each target: its files, with the first sentence of what stands in them.
    static let chapters = targets.map { target in
        GeneratedPart(
            path: "Sources/chart-surface/ChartSurface.docc/Chapters.md", name: "chapters of \(target)",
            lines: table("chapter", "") { rows(of: target) })
    }

    /// The targets in the order in which a request goes down through them, from its socket to the columns.
    private static let targets = [
        "chart-surface", "ChartCommands", "ChartServer", "ChartSessions", "ChartText", "ChartScene", "ChartWire",
        "ChartEngine", "Gestures", "ChartDatasets", "ChartSeries", "ChartStores", "ChartStorage", "ChartPostgres",
        "ChartObjectStore", "ChartTracing", "ChartBuild", "ChartJSON",
    ]

    private static func rows(of target: String) -> [[String]] {
        let folder = root.appendingPathComponent("Sources/\(target)")
        let files = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".swift") }
        return files.sorted().map { file in
            let text = (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
            return ["`\(file.dropLast(6))`", summary(of: text)]
        }
    }

    /// The first sentence of the first documentation comment.
    private static func summary(of text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix { $0 == " " } }
        let comment = lines.drop { !$0.hasPrefix("/// ") }.prefix { $0.hasPrefix("/// ") }
        let words = comment.map { String($0.dropFirst(4)) }.joined(separator: " ").replacing("``", with: "`")
        guard let end = words.firstRange(of: ". ") else { return words }
        return words[..<end.lowerBound] + "."
    }
}
