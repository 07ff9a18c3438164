extension Scope {
    /// Returns the names of scopes in the order of the cases, with blanks between.
    package static func text(of scopes: Set<Scope>) -> String {
        allCases.filter { scopes.contains($0) }.map(\.rawValue).joined(separator: " ")
    }

    /// Returns the scopes that a text names between blanks; it ignores unknown words.
    package static func known(in text: String) -> Set<Scope> {
        Set(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
    }
}
