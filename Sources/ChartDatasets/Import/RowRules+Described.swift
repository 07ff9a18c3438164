public import ChartSeries
public import ChartWire

/// The rules of a dataset as clients write them.
extension RowRules: Described {
    /// Nothing around the rules matters.
    public typealias Place = Void

    /// The rules, in the order of answers.
    public static var properties: [Property<RowRules>] {
        [
            .word(
                "key", \.key,
                "What makes a row replace another one: with `x` the one of the same x, in the columns that the row names. Null replaces none."
            ),
            .word(
                "late", \.late,
                "What happens to rows before the last x: `refuse` refuses the request, `merge` puts them where they belong, and `drop` leaves them out and counts them."
            ),
            .integer(
                "lateRows", \.lateRows, RowRules.mostLateRows,
                "The most rows of the dataset that stand behind a late one; one that is earlier refuses the request."),
            Property(
                "retain", \.retain, Schema(.object, as: "RowRetention").orNull,
                "How many rows stay, and for how long; null for all.",
                reading: { json, _, _, pointer throws(Problem) in
                    guard json != .null else { return nil }
                    guard case .object(let members) = json else {
                        throw Problem(.propertyInvalid, "Expected an object with rows, age or both.", at: pointer)
                    }
                    var retain = Retention()
                    try retain.take(members, in: (), at: pointer)
                    return retain
                }),
        ]
    }
}

extension RowRules.Retention: Described {
    /// Nothing around the retention matters.
    public typealias Place = Void

    /// Its properties, in the order of answers.
    public static var properties: [Property<RowRules.Retention>] {
        let count = Schema(.integer, from: 1).orNull
        let length = Schema(.number, from: 1).orNull
        return [
            Property(
                "rows", \.rows, count, "The rows that stay at the end; null for any number.",
                fault: { $0.flatMap { count.fault(Double($0)) } }),
            Property(
                "age", \.age, length,
                "How far before the last x rows stay, in the unit of x, milliseconds for dates; null for any distance.",
                fault: { $0.flatMap { length.fault($0) } }),
        ]
    }

    /// Refuses a retention that lets nothing go, for which null stands.
    public func validate(in place: Void) throws(Problem) {
        guard rows == nil, age == nil else { return }
        throw Problem(
            .propertyInvalid, "Expected rows, age or both; null in place of the object for all rows.", at: .root)
    }
}

/// A change of the rules of a dataset, read and checked.
package struct RulesPatch: Sendable {
    private let members: JSONObject

    /// Reads a change.
    ///
    /// - Parameters:
    ///   - members: The rules to change.
    ///   - pointer: Where they are.
    /// - Throws: `body.unknown-property` or `body.invalid-value` with a pointer.
    package init(_ members: JSONObject, at pointer: JSONPointer = .root) throws(Problem) {
        var rules = RowRules()
        try rules.take(members, in: (), at: pointer)
        self.members = members
    }

    /// Reads the query of a request, which declares the names of all rules.
    ///
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters) throws(Problem) {
        var (members, retain) = (JSONObject(), JSONObject())
        for (path, schema) in Self.parameters {
            guard let text = query.text(path.joined(separator: ".")) else { continue }
            let json: JSONValue
            if schema.kind == .integer, let number = Int(text) {
                json = .number(Double(number))
            } else if schema.kind == .number, let number = Double(text) {
                json = .number(number)
            } else {
                json = path.count == 1 && schema.takesNull && text == "null" ? .null : .string(text)
            }
            if path.count > 1 { retain[path[1]] = json } else { members[path[0]] = json }
        }
        if !retain.isEmpty { members["retain"] = .object(retain) }
        do throws(Problem) {
            try self.init(members)
        } catch {
            let name = (error.pointer ?? "").dropFirst().replacing("/", with: ".")
            throw Problem(.queryInvalid, "The query parameter \(name) does not fit: \(error.detail)")
        }
    }

    /// The query parameters for rules, part by part, and what they take.
    private static var parameters: [(path: [String], schema: Schema)] {
        RowRules.properties.flatMap { property in
            property.schema.kind == .object
                ? RowRules.Retention.properties.map { ([property.name, $0.name], $0.schema) }
                : [([property.name], property.schema)]
        }
    }

    /// The names of the query parameters for rules.
    package static var query: [String] { parameters.map { $0.path.joined(separator: ".") } }

    /// Whether a property of a body is a rule.
    static func isRule(_ name: String) -> Bool { RowRules.properties.contains { $0.name == name } }

    /// This change followed by another.
    package func followed(by other: RulesPatch?) -> RulesPatch {
        RulesPatch(checked: members.merging(other?.members ?? JSONObject()))
    }

    private init(checked members: JSONObject) { self.members = members }

    /// The rules after the change.
    package func applied(to rules: RowRules) -> RowRules {
        var changed = rules
        do throws(Problem) {
            try changed.take(members, in: (), at: .root)
        } catch {
            preconditionFailure("rules that were checked do not fit: \(error)")
        }
        return changed
    }
}
