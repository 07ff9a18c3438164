package import ChartJSON

/// The query of a request, limited to the parameters that its route declares.
///
/// A `+` in a value is a blank, as forms and most libraries write it. It is a plus sign in front of an offset that ends
/// the value, behind a time of day, in an exponent, and in a time zone's name.
package struct QueryParameters: Sendable {
    /// The query as sent; empty when there is none.
    package let text: String
    /// The parameters, all of them declared.
    private let pairs: [(name: String, text: String)]
    /// Whether a name says of which axis or surface it is.
    private let namesOthers: Bool

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - query: The text behind the `?`.
    ///   - allowed: The names that the route declares.
    ///   - repeatable: Those that may be given several times.
    /// - Throws: `query.unknown` for an undeclared name, `query.invalid` for a repeated or undecodable one.
    package init(query: String?, allowed: [String], repeatable: [String] = []) throws(Problem) {
        var pairs: [(name: String, text: String)] = []
        for pair in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentEncoding.decode(Substring(pair[..<end])) else {
                throw Problem(.queryInvalid, "The query has a name that is not percent-encoded UTF-8.")
            }
            guard Self.isAllowed(name, among: allowed) else {
                let known = allowed.isEmpty ? "takes no parameters" : "takes \(allowed.joined(separator: ", "))"
                throw Problem(.queryUnknown, "The query parameter \(name.prefix(64)) is unknown; this route \(known).")
            }
            guard repeatable.contains(name) || !pairs.contains(where: { $0.name == name }) else {
                throw Problem(.queryInvalid, "The query parameter \(name) is given twice.")
            }
            guard let text = Self.value(pair[end...].dropFirst(), of: name) else {
                throw Problem(.queryInvalid, "The query parameter \(name) is not percent-encoded UTF-8.")
            }
            pairs.append((name, text))
        }
        self.init(text: query ?? "", pairs: pairs)
    }

    /// Takes the members of an object as the parameters of a query.
    ///
    /// - Parameters:
    ///   - members: The members: texts, numbers, true or false.
    ///   - allowed: The names that are known.
    ///   - pointer: The place of the object.
    /// - Throws: `body.unknown-property` or `body.invalid-value`.
    package init(_ members: JSONObject, allowed: [String], at pointer: JSONPointer) throws(Problem) {
        var pairs: [(name: String, text: String)] = []
        for (name, value) in members.members {
            guard Self.isAllowed(name, among: allowed) else { throw .unknown(pointer.appending(name)) }
            switch value {
            case .string(let text): pairs.append((name, text))
            case .number, .bool: pairs.append((name, value.text))
            case .null, .array, .object:
                throw Problem(
                    .propertyInvalid, "Expected a text, a number or true or false.", at: pointer.appending(name))
            }
        }
        self.init(text: "", pairs: pairs)
    }

    /// Creates an empty query.
    package init() { self.init(text: "", pairs: []) }

    private init(text: String, pairs: [(name: String, text: String)]) {
        (self.text, self.pairs) = (text, pairs)
        namesOthers = pairs.contains { $0.name.utf8.contains(UInt8(ascii: ".")) }
    }

    /// Whether a name is declared, or of a family such as `view.{axis}`.
    private static func isAllowed(_ name: String, among allowed: [String]) -> Bool {
        allowed.contains { one in
            guard one != name, let end = one.firstIndex(of: "{") else { return one == name }
            return name.hasPrefix(one[..<end])
        }
    }

    /// The parameters of a family, by what stands behind the beginning of their names, in the order of the query.
    package func named(_ beginning: String) -> [(name: String, text: String)] {
        guard namesOthers else { return [] }
        let named = pairs.filter { $0.name.hasPrefix(beginning) }
        return named.map { (String($0.name.dropFirst(beginning.count)), $0.text) }
    }

    /// Decodes a value; `nil` if it is not percent-encoded UTF-8.
    private static func value(_ bytes: Substring.UTF8View.SubSequence, of name: String) -> String? {
        guard name != "timeZone", bytes.contains(UInt8(ascii: "+")) else {
            return PercentEncoding.decode(Substring(bytes))
        }
        var value = ""
        var parts: [String] = []
        for part in bytes.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false) {
            guard let text = PercentEncoding.decode(Substring(part)) else { return nil }
            parts.append(text)
        }
        for (index, part) in parts.enumerated() {
            if index > 0 { value += isPlus(behind: value, before: part, isLast: index == parts.count - 1) ? "+" : " " }
            value += part
        }
        return value
    }

    /// Whether a `+` between two texts is a plus sign.
    private static func isPlus(behind before: String, before after: String, isLast: Bool) -> Bool {
        let isOffset = isLast && after.wholeMatch(of: /[0-9]{2}(:?[0-9]{2})?/) != nil
        if isOffset, before.contains(/[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?$/) { return true }
        return before.contains(/(^|[,\-0-9.])[0-9]+\.?[eE]$/) && after.prefixMatch(of: /[0-9]+(,|$)/) != nil
    }

    /// The texts of a parameter that may be given several times; nil when the query omits it.
    package func texts(_ name: String) -> [String]? {
        let texts = pairs.filter { $0.name == name }.map(\.text)
        return texts.isEmpty ? nil : texts
    }

    /// The text of a parameter, or nil when the query omits it, as it does one that the route does not declare.
    package func text(_ name: String) -> String? { pairs.first { $0.name == name }?.text }

    /// The parsed value of a parameter, or nil when the query omits it.
    ///
    /// - Parameters:
    ///   - name: The parameter's name, one that the route declares.
    ///   - expected: What is expected, such as "a whole number".
    ///   - parse: Parses the text; nil means `query.invalid`.
    /// - Returns: The value, or nil when the query omits the parameter.
    /// - Throws: `query.invalid`.
    package func value<Value>(
        _ name: String, expected: @autoclosure () -> String, parse: (String) -> Value?
    ) throws(Problem) -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = parse(text) else {
            throw Problem(.queryInvalid, "The query parameter \(name) must be \(expected()).")
        }
        return value
    }

    /// `true` or `false`.
    package func flag(_ name: String) throws(Problem) -> Bool? {
        try value(name, expected: "true or false") { Bool($0) }
    }

    /// A whole number in a range.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        try value(name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A finite number; zero has no sign.
    package func number(_ name: String) throws(Problem) -> Double? {
        try value(name, expected: "a finite number") { text in
            Double(text).flatMap { $0.isFinite ? $0 + 0 : nil }
        }
    }

    /// One of an enumeration's raw values.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, of type: Choice.Type
    ) throws(Problem) -> Choice? where Choice.RawValue == String {
        try value(name, expected: "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))") {
            Choice(rawValue: $0)
        }
    }

    /// Names separated by commas, none of them empty.
    package func list(_ name: String) throws(Problem) -> [String]? {
        try value(name, expected: "names separated by commas") { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
            return names.contains("") ? nil : names
        }
    }
}
