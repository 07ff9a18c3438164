import Foundation
import Gestures

/// The state table in the documentation of a recognizer, and the names of the recognizer's tests.
struct StateTable {
    /// A transition of a recognizer on a kind of input; `to` equals `from` when the state stays.
    struct Step: Hashable, CustomStringConvertible {
        var from: GestureState
        var input: String
        var to: GestureState

        var description: String { "\(from) on \(input) → \(to)" }
    }

    /// A row of the table.
    struct Row {
        var name: String
        var steps: [Step]
    }

    /// The names of all recognizers, from their file names without the common ending.
    static let recognizers: [String] = {
        let folder = root.appendingPathComponent("Sources/Gestures/Recognizers").path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix("GestureRecognizer.swift") }.map { String($0.dropLast(23)) }
            .filter { !$0.isEmpty }.sorted()
    }()

    /// The rows in the order of the documentation.
    let rows: [Row]
    /// The names of the test functions in the recognizer's test file.
    let tests: Set<String>

    init(of recognizer: String) throws {
        let file = "\(recognizer)GestureRecognizer"
        rows = try Self.text("Sources/Gestures/Recognizers/\(file).swift").split(separator: "\n")
            .filter { $0.hasPrefix("/// | ") }.dropFirst().map(Self.row)
        tests = Set(
            try Self.text("Tests/GesturesTests/Recognizers/\(file)Tests.swift").components(separatedBy: "@Test")
                .dropFirst().compactMap(Self.functionName))
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func row(_ line: Substring) -> Row {
        let cells = line.split(separator: "|").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 5 else { return Row(name: String(line), steps: []) }
        let steps = cells[1].components(separatedBy: ", ").compactMap { from -> Step? in
            guard let before = GestureState(rawValue: from),
                let after = cells[3] == "–" ? before : GestureState(rawValue: cells[3])
            else { return nil }
            return Step(from: before, input: cells[2], to: after)
        }
        return Row(name: cells[0], steps: steps)
    }

    /// The name of the first function after a test attribute.
    private static func functionName(_ text: String) -> String? {
        guard let start = text.range(of: "func `") else { return nil }
        return text[start.upperBound...].firstIndex(of: "`").map { String(text[start.upperBound..<$0]) }
    }
}
