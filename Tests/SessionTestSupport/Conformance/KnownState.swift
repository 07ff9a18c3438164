import ChartWire
import Testing

/// What a client knows of a session after an answer.
struct KnownState {
    /// The last answer, or its problem.
    private(set) var answer: JSONValue = .null
    /// Whether the last answer was a problem.
    private(set) var isProblem = false
    private var surfaces: [(id: String, state: JSONObject)] = []
    private var answered: [String] = []
    let firstSurface: String

    init(firstSurface: String) {
        self.firstSurface = firstSurface
    }

    /// Updates the state with an answer.
    mutating func note(_ answer: JSONValue, isProblem: Bool) {
        self.answer = answer
        self.isProblem = isProblem
        answered = []
        if !isProblem { noteSurfaces(of: answer) }
    }

    /// Updates the surfaces of an answer and keeps the rest.
    mutating func noteSurfaces(of answer: JSONValue) {
        guard case .array(let shown)? = answer[at: "/surfaces"] else { return }
        for case .object(let state) in shown {
            guard case .string(let id)? = state["id"] else { continue }
            answered.append(id)
            surfaces.removeAll { $0.id == id }
            surfaces.append((id, state))
        }
    }

    /// Checks the state against an expectation.
    func check(_ expectation: Expectation, in title: String) {
        let place = "\(title), line \(expectation.line)"
        switch expectation.wanted {
        case .range(let axis, let low, let high):
            expect(property("visibleRange", ofAxis: axis), [.number(low), .number(high)], expectation, place)
        case .axis(let axis, let name, let value):
            expect(property(name, ofAxis: axis), value, expectation, place)
        case .list(let surface, let name, let members, let elements):
            let isOfAnswer = name != "recognized" || answered.contains(surface ?? firstSurface)
            let found = isOfAnswer ? state(surface)?[name] : .array([])
            let shown = found?.elements?.map { element in members.map { element.word($0) }.joined(separator: " ") }
            #expect(shown == elements, "\(place)")
        case .selection(let surface, let member, let value):
            guard case .object(let selection)? = state(surface)?["selection"] else {
                Issue.record("\(place): no selection")
                return
            }
            expect(selection[member], value, expectation, place)
        case .ignored(let pointers):
            let shown = answer[at: "/ignored"]?.elements?.map { $0.word("pointer") }
            #expect(shown == pointers, "\(place)")
        case .problem(let code, let pointer):
            #expect(isProblem && answer.word("code") == code, "\(place): \(answer)")
            if let pointer { #expect(answer.word("pointer") == pointer, "\(place)") }
        case .value(let pointer, let value):
            expect(answer[at: pointer], value, expectation, place)
        }
    }

    private func expect(_ found: JSONValue?, _ wanted: JSONValue, _ expectation: Expectation, _ place: String) {
        let isMet = found.map { $0.matches(wanted, within: expectation.tolerance) } ?? false
        #expect(isMet, "\(place): found \(found?.text ?? "nothing"), wanted \(wanted.text)")
    }

    private func state(_ surface: String?) -> JSONObject? {
        surfaces.first { $0.id == surface ?? firstSurface }?.state
    }

    private func property(_ name: String, ofAxis path: String) -> JSONValue? {
        let parts = path.split(separator: "/").map(String.init)
        guard let id = parts.last, let state = state(parts.count == 2 ? parts[0] : nil) else { return nil }
        for list in ["xAxes", "yAxes"] {
            for axis in state[list]?.elements ?? [] where axis.word("id") == id {
                return axis[at: "/\(name)"]
            }
        }
        return nil
    }
}

extension JSONValue {
    /// The value at a JSON pointer.
    subscript(at pointer: String) -> JSONValue? {
        var found = self
        for token in pointer.split(separator: "/") {
            switch found {
            case .object(let object):
                let name = token.replacing("~1", with: "/").replacing("~0", with: "~")
                guard let member = object[String(name)] else { return nil }
                found = member
            case .array(let list):
                guard let index = Int(token), list.indices.contains(index) else { return nil }
                found = list[index]
            case .null, .bool, .number, .string: return nil
            }
        }
        return found
    }

    fileprivate var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a member; empty without one.
    fileprivate func word(_ member: String) -> String {
        if case .string(let text)? = self[at: "/\(member)"] { text } else { "" }
    }

    /// The JSON text.
    var text: String {
        var writer = JSONWriter()
        JSONCoding.write(self, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Whether another value is equal, with a tolerance for numbers; the order of members does not matter.
    fileprivate func matches(_ wanted: JSONValue, within tolerance: Double) -> Bool {
        switch (self, wanted) {
        case (.number(let found), .number(let wanted)): (found - wanted).magnitude <= tolerance
        case (.array(let found), .array(let wanted)):
            found.count == wanted.count && zip(found, wanted).allSatisfy { $0.matches($1, within: tolerance) }
        case (.object(let found), .object(let wanted)):
            found.count == wanted.count
                && wanted.members.allSatisfy { found[$0.key]?.matches($0.value, within: tolerance) ?? false }
        case (.null, .null), (.bool, .bool), (.string, .string): self == wanted
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}
