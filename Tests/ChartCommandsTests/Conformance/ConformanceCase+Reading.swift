import ChartWire

@testable import ServerTestSupport

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
