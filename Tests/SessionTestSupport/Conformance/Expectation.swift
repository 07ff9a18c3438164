import ChartSeries
import ChartWire

/// What a case wants to see in an answer.
struct Expectation: Sendable {
    /// The part of the answer to look at, and its expected value.
    enum Wanted: Sendable {
        case range(axis: String, low: Double, high: Double)
        case axis(String, property: String, value: JSONValue)
        /// A list of a surface, each element written as the values of some of its members.
        case list(surface: String?, name: String, members: [String], elements: [String])
        case selection(surface: String?, member: String, value: JSONValue)
        case ignored([String])
        case problem(code: String, pointer: String?)
        case value(pointer: String, value: JSONValue)
    }

    /// The line of the expectation.
    let line: Int
    let wanted: Wanted
    /// The tolerance of numbers.
    let tolerance: Double

    init(_ entry: ConformanceCase.Entry) throws(ConformanceCaseError) {
        line = entry.line
        var tolerance = 0.0
        switch entry.keyword {
        case "range":
            let (text, found) = try entry.textWithTolerance()
            tolerance = found
            let ends = text.split(separator: " ").map { Self.number(String($0)) }
            guard ends.count == 2, let low = ends[0], let high = ends[1] else {
                throw entry.error("expected two numbers or dates")
            }
            wanted = .range(axis: try entry.requiredArgument(), low: low, high: high)
        case "axis":
            let words = try entry.requiredArgument().split(separator: " ").map(String.init)
            guard words.count == 2 else { throw entry.error("expected axis AXIS PROPERTY: JSON") }
            wanted = .axis(words[0], property: words[1], value: try entry.json())
        case "gestures": wanted = try Self.list(entry, ["modifier", "gesture", "state"])
        case "recognized": wanted = try Self.list(entry, ["modifier", "gesture", "state"])
        case "overlays": wanted = try Self.list(entry, ["modifier", "kind"])
        case "rows":
            var rows: [JSONValue] = []
            for word in try Self.words(entry.text()) {
                guard let row = Int(word) else { throw entry.error("\(word) is no row") }
                rows.append(.number(Double(row)))
            }
            wanted = .selection(surface: entry.argument, member: "rows", value: .array(rows))
        case "series":
            let ids = try Self.words(entry.text())
            wanted = .selection(surface: entry.argument, member: "series", value: .array(ids.map { .string($0) }))
        case "label":
            let text = try entry.text()
            wanted = .selection(
                surface: entry.argument, member: "label", value: text == "none" ? .null : .string(text))
        case "ignored": wanted = .ignored(try Self.words(entry.text()))
        case "problem":
            let words = try Self.words(entry.text())
            guard (1...2).contains(words.count), ProblemCode(rawValue: words[0]) != nil else {
                throw entry.error("expected a problem code")
            }
            wanted = .problem(code: words[0], pointer: words.count == 2 ? words[1] : nil)
        case "value":
            let (text, found) = try entry.textWithTolerance()
            tolerance = found
            wanted = .value(pointer: try entry.requiredArgument(), value: try entry.json(text))
        default:
            throw entry.error("there is no keyword \"\(entry.keyword)\"")
        }
        self.tolerance = tolerance
    }

    private static func words(_ text: String) -> [String] {
        text == "none" ? [] : text.split(separator: " ").map(String.init)
    }

    private static func list(
        _ entry: ConformanceCase.Entry, _ members: [String]
    ) throws(ConformanceCaseError) -> Wanted {
        let text = try entry.text()
        let elements =
            text == "none"
            ? [] : text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
        for element in elements where element.split(separator: " ").count != members.count {
            throw entry.error("expected \(members.joined(separator: " ")) in \"\(element)\"")
        }
        return .list(surface: entry.argument, name: entry.keyword, members: members, elements: elements)
    }

    /// A number, or a date as milliseconds.
    private static func number(_ text: String) -> Double? {
        Double(text) ?? ISO8601(text)?.epochMilliseconds
    }
}
