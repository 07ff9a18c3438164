import ChartWire

@testable import ServerTestSupport

/// The behaviour of a chart under touches, in the text format of `Tests/Conformance/README.md`.
struct ConformanceCase: Sendable, CustomStringConvertible {
    /// An action on the open session.
    enum Action: Sendable {
        case play(surface: String?, script: String)
        case post(surface: String?, body: String)
        case command(surface: String?, name: String)
        case links(list: String)
        case patch(axis: String, body: String)
        case change(surface: String?, body: String)
        case modifier(id: String, body: String)
        case append(table: String, csv: String)
    }

    /// An action and what its answer must show.
    struct Step: Sendable {
        /// The line of the action.
        var line: Int
        var action: Action
        var expectations: [Expectation] = []
    }

    var title = ""
    var tables: [(name: String, csv: String)] = []
    var timeZone: String?
    /// The specifications, JSON objects.
    var surfaces: [JSONObject] = []
    var links: [JSONValue] = []
    /// What the new session must show.
    var opening: [Expectation] = []
    var steps: [Step] = []

    var description: String { title }

    /// The body of `POST /v1/sessions`.
    var body: JSONValue {
        var body: JSONObject = ["surfaces": .array(surfaces.map { .object($0) })]
        if !links.isEmpty { body["links"] = .array(links) }
        if let timeZone { body["timeZone"] = .string(timeZone) }
        return .object(body)
    }

    /// The id of the surface for entries that name none.
    var firstSurface: String {
        if case .string(let id)? = surfaces.first?["id"] { id } else { "main" }
    }

    /// The modifier types that the surfaces name.
    var modifierTypes: [String] {
        surfaces.flatMap { surface -> [String] in
            guard case .array(let modifiers)? = surface["modifiers"] else { return [] }
            return modifiers.compactMap { modifier in
                if case .object(let members) = modifier, case .string(let type)? = members["type"] { type } else { nil }
            }
        }
    }

    /// The cases in the fenced blocks of a Markdown document whose info string is `case`.
    static func blocks(inMarkdown text: String) throws -> [ConformanceCase] {
        var cases: [ConformanceCase] = []
        var block: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block {
                if line.hasPrefix("```") {
                    cases.append(try ConformanceCase(lines.joined(separator: "\n")))
                    block = nil
                } else {
                    block = lines + [line]
                }
            } else if line == "```case" {
                block = []
            }
        }
        return cases
    }
}

/// Why a text is not a case.
struct ConformanceCaseError: Error, CustomStringConvertible {
    /// The line, from 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}
