import HTTPTypes

extension HTTPFields {
    /// The value of a field, as the subscript returns it, but without its intermediate sequences.
    func value(of name: HTTPField.Name) -> String? {
        var found: String?
        for field in self where field.name == name {
            guard found == nil else { return self[name] }
            found = field.value
        }
        return found
    }
}

/// The headers of a request; every answer looks several of their fields up.
struct RequestHeaders: Sendable {
    /// The headers.
    let fields: HTTPFields

    /// The value of a field; several fields of one name are joined.
    subscript(name: HTTPField.Name) -> String? { fields.value(of: name) }
}
