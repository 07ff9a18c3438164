import ChartSeries
import ChartWire
import Foundation
import Gestures
import Testing

@testable import ChartSessions

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

extension ConformanceCase {
    /// Reads a case.
    init(_ text: String) throws(ConformanceCaseError) {
        let entries = try Entry.entries(of: text)
        for (index, entry) in entries.enumerated() {
            guard index > 0 || entry.keyword == "title" else { throw entry.error("a case starts with its title") }
            try read(entry)
        }
        let lastLine = entries.last?.line ?? 1
        guard !surfaces.isEmpty else { throw ConformanceCaseError(line: lastLine, reason: "there is no surface") }
        guard !opening.isEmpty || !steps.isEmpty else {
            throw ConformanceCaseError(line: lastLine, reason: "there is no expectation")
        }
        try checkLastStep()
    }

    private func checkLastStep() throws(ConformanceCaseError) {
        guard let step = steps.last, step.expectations.isEmpty else { return }
        if case .append = step.action { return }
        throw ConformanceCaseError(line: step.line, reason: "the action has no expectation")
    }

    private mutating func read(_ entry: Entry) throws(ConformanceCaseError) {
        switch entry.keyword {
        case "title", "table", "zone", "surface", "link":
            guard steps.isEmpty, opening.isEmpty else { throw entry.error("the session is open by now") }
            try readSpecification(entry)
        case "play": try act(.play(surface: entry.argument, script: entry.text()), entry)
        case "post": try act(.post(surface: entry.argument, body: entry.text()), entry)
        case "command": try act(.command(surface: entry.argument, name: entry.text()), entry)
        case "links": try act(.links(list: entry.text()), entry)
        case "patch": try act(.patch(axis: entry.requiredArgument(), body: entry.text()), entry)
        case "change": try act(.change(surface: entry.argument, body: entry.text()), entry)
        case "modifier": try act(.modifier(id: entry.requiredArgument(), body: entry.text()), entry)
        case "append": try act(.append(table: entry.requiredArgument(), csv: entry.text()), entry)
        default:
            let expectation = try Expectation(entry)
            if steps.isEmpty {
                opening.append(expectation)
            } else {
                steps[steps.count - 1].expectations.append(expectation)
            }
        }
    }

    private mutating func act(_ action: Action, _ entry: Entry) throws(ConformanceCaseError) {
        guard !surfaces.isEmpty else { throw entry.error("there is no surface yet") }
        try checkLastStep()
        steps.append(Step(line: entry.line, action: action))
    }

    private mutating func readSpecification(_ entry: Entry) throws(ConformanceCaseError) {
        switch entry.keyword {
        case "title":
            guard title.isEmpty else { throw entry.error("the case has a title") }
            title = try entry.text()
        case "zone":
            guard timeZone == nil else { throw entry.error("the session has a time zone") }
            timeZone = try entry.text()
        case "table": tables.append((try entry.requiredArgument(), try entry.text()))
        case "link": links.append(try entry.json())
        default:
            guard case .object(let surface) = try entry.json() else { throw entry.error("a surface is an object") }
            surfaces.append(surface)
        }
    }

    /// A keyword with its value.
    struct Entry {
        /// The line, from 1.
        let line: Int
        let keyword: String
        let argument: String?
        var value: String

        static func entries(of text: String) throws(ConformanceCaseError) -> [Entry] {
            var entries: [Entry] = []
            for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let line = Self.trimmed(raw)
                if line.isEmpty || line.hasPrefix("#") { continue }
                if line.hasPrefix("|") {
                    guard !entries.isEmpty else {
                        throw ConformanceCaseError(line: index + 1, reason: "there is no entry to go on with")
                    }
                    let rest = line.dropFirst()
                    entries[entries.count - 1].value += "\n" + (rest.hasPrefix(" ") ? rest.dropFirst() : rest)
                } else {
                    entries.append(try Entry(line, number: index + 1))
                }
            }
            guard !entries.isEmpty else { throw ConformanceCaseError(line: 1, reason: "the case is empty") }
            return entries
        }

        private init(_ text: Substring, number: Int) throws(ConformanceCaseError) {
            line = number
            guard let colon = text.firstIndex(of: ":") else {
                throw ConformanceCaseError(line: number, reason: "expected keyword: value")
            }
            let head = text[..<colon].split(separator: " ", maxSplits: 1)
            guard let first = head.first else {
                throw ConformanceCaseError(line: number, reason: "there is no keyword")
            }
            keyword = String(first)
            argument = head.count > 1 ? String(Self.trimmed(head[1])) : nil
            value = String(Self.trimmed(text[text.index(after: colon)...]))
        }

        private static func trimmed(_ text: Substring) -> Substring {
            var text = text.drop { $0.isWhitespace }
            while text.last?.isWhitespace == true { text.removeLast() }
            return text
        }

        func error(_ reason: String) -> ConformanceCaseError { ConformanceCaseError(line: line, reason: reason) }

        /// The value, without the line break that an empty first line leaves.
        func text() throws(ConformanceCaseError) -> String {
            let text = value.hasPrefix("\n") ? String(value.dropFirst()) : value
            guard !text.isEmpty else { throw error("\(keyword) says nothing") }
            return text
        }

        func requiredArgument() throws(ConformanceCaseError) -> String {
            guard let argument else { throw error("\(keyword) names nothing before the colon") }
            return argument
        }

        func json() throws(ConformanceCaseError) -> JSONValue { try json(try text()) }

        func json(_ text: String) throws(ConformanceCaseError) -> JSONValue {
            do throws(Problem) {
                return try JSONValue.parse(Array(text.utf8))
            } catch {
                throw self.error("no JSON: \(error.detail)")
            }
        }

        /// The value, and the tolerance of its numbers.
        func textWithTolerance() throws(ConformanceCaseError) -> (text: String, tolerance: Double) {
            let text = try text()
            for mark in [" ± ", " +- "] {
                guard let place = text.ranges(of: mark).last else { continue }
                guard let tolerance = Double(text[place.upperBound...]), tolerance >= 0 else {
                    throw error("no tolerance after\(mark)")
                }
                return (String(text[..<place.lowerBound]), tolerance)
            }
            return (text, 0)
        }
    }
}

/// Why a text is not a case.
struct ConformanceCaseError: Error, CustomStringConvertible {
    /// The line, from 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

extension ConformanceCase {
    /// Checks the mapping and the sessions against the case, without HTTP.
    func checkInProcess() async throws {
        var host = EngineHost()
        try await check(against: &host, note: "in process")
    }

    /// Checks the mapping and the sessions against the case with other texts for its numbers, and each state against a
    /// restore of what was logged.
    func checkWithOtherNumberTexts(seed: UInt64) async throws {
        var host = EngineHost(numbers: NumberTexts(seed: seed))
        try await check(against: &host, note: "number texts of seed \(seed)")
    }

    /// Checks that the case means the same with its columns in two datasets of the same rows.
    ///
    /// - Returns: Whether some columns could be split off.
    func checkSplit() async throws -> Bool {
        var host = SplitHost()
        try await check(against: &host, note: "split")
        return host.isSplit
    }

    /// Checks a host against the case.
    func check(against host: inout some ConformanceHost, note: String) async throws {
        let place = "\(title) (\(note))"
        for (name, csv) in try Self.standardTables() + tables {
            let answer = try await host.put(csv, as: name)
            try #require(!answer.isProblem, "\(place): \(answer.json.text)")
        }
        var known = KnownState(firstSurface: firstSurface)
        try await hold(host.open(body.text), to: opening, &known, &host, place)
        var clocks: [String: Timestamp] = [:]
        for step in steps {
            let place = "\(place), line \(step.line)"
            switch step.action {
            case .play(let surface, let script):
                let surface = surface ?? firstSurface
                let script = try TouchScript(parsing: script, after: clocks[surface])
                let batch = String(decoding: InputEventWriter.batch(script.events), as: UTF8.self)
                let answer = try await host.post(batch, surface: surface)
                if !answer.isProblem { clocks[surface] = script.events.last?.time }
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .post(let surface, let body):
                let answer = try await host.post(body, surface: surface ?? firstSurface)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .command(let surface, let name):
                let answer = try await host.command(Self.command(name), surface: surface ?? firstSurface)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .patch(let axis, let body):
                let parts = axis.split(separator: "/").map(String.init)
                let answer = try await host.patch(
                    axis: parts.last ?? "", surface: parts.count == 2 ? parts[0] : firstSurface, body)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .change(let surface, let body):
                let answer = try await host.patch(surface: surface ?? firstSurface, body)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .modifier(let id, let body):
                let parts = id.split(separator: "/").map(String.init)
                let answer = try await host.patch(
                    modifier: parts.last ?? "", surface: parts.count == 2 ? parts[0] : firstSurface, body)
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .links(let list):
                let answer = try await host.patchSession("{\"links\":\(list)}")
                try await hold(answer, to: step.expectations, &known, &host, place)
            case .append(let table, let csv):
                let answer = try await host.append(csv, to: table)
                try #require(!answer.isProblem, "\(place): \(answer.json.text)")
            }
        }
    }

    private func hold(
        _ answer: HostAnswer, to expectations: [Expectation], _ known: inout KnownState,
        _ host: inout some ConformanceHost, _ place: String
    ) async throws {
        known.note(answer.json, isProblem: answer.isProblem)
        let isExpected = expectations.contains { if case .problem = $0.wanted { true } else { false } }
        #expect(answer.isProblem == isExpected, "\(place): \(answer.json.text)")
        let isOpen = answer.json[at: "/id"] != nil || !steps.isEmpty
        if answer.isProblem, isOpen { known.noteSurfaces(of: try await host.state().json) }
        for expectation in expectations { known.check(expectation, in: place) }
    }

    /// The body of a command; the second word of `selectRow` is its row.
    private static func command(_ text: String) -> String {
        let words = text.split(separator: " ")
        let row = words.count == 2 ? #","row":\#(words[1])"# : ""
        return #"{"command":"\#(words.first ?? "")"\#(row)}"#
    }

    /// The folder of the cases.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Conformance")

    /// The case files, by their paths in the folder.
    static let files: [String] = {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return paths.filter { $0.hasSuffix(".case") }.sorted()
    }()

    /// The case of a file.
    static func read(_ file: String) throws -> ConformanceCase {
        try ConformanceCase(String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8))
    }

    /// The example in the description of the format.
    static func example() throws -> ConformanceCase {
        let text = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
        let examples = try blocks(inMarkdown: text)
        #expect(examples.count == 1)
        return try #require(examples.first)
    }

    /// The tables that every case has.
    private static func standardTables() throws -> [(name: String, csv: String)] {
        let users = folder.appendingPathComponent("tables").appendingPathComponent("active-users.csv")
        return [
            ("line", "t,v\n" + (0...100).map { "\($0),\($0)\n" }.joined()),
            ("active-users", try String(contentsOf: users, encoding: .utf8)),
        ]
    }
}
