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
        ]
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
        var members = JSONObject()
        for property in RowRules.properties {
            guard let text = query.text(property.name) else { continue }
            let json: JSONValue
            if property.schema.kind == .integer, let number = Int(text) {
                json = .number(Double(number))
            } else if property.schema.takesNull, text == "null" {
                json = .null
            } else {
                json = .string(text)
            }
            members[property.name] = json
            do throws(Problem) {
                _ = try RulesPatch(JSONObject([(property.name, json)]))
            } catch {
                throw Problem(.queryInvalid, "The query parameter \(property.name) does not fit: \(error.detail)")
            }
        }
        self.members = members
    }

    /// The names of the rules, as query parameters.
    package static var query: [String] { RowRules.properties.map(\.name) }

    /// Whether a property of a body is a rule.
    static func isRule(_ name: String) -> Bool { query.contains(name) }

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
