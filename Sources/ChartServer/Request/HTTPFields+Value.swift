import HTTPTypes

extension HTTPFields {
    /// The value of a field, as the subscript gives it, found without the sequences that it makes on the way.
    func value(of name: HTTPField.Name) -> String? {
        var found: String?
        for field in self where field.name == name {
            guard found == nil else { return self[name] }
            found = field.value
        }
        return found
    }
}

/// The headers of a request, whose fields are looked up several times on the way to every answer.
struct RequestHeaders: Sendable {
    /// The headers.
    let fields: HTTPFields

    /// The value of a field, several of one name joined.
    subscript(name: HTTPField.Name) -> String? { fields.value(of: name) }
}
