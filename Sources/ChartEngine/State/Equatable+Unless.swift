extension Equatable {
    /// The value, or `nil` when it is a known one, which is not written then.
    func unless(_ known: Self) -> Self? { self == known ? nil : self }
}

extension Array {
    /// The array, or `nil` when it is empty, which is not written then.
    var unlessEmpty: Self? { isEmpty ? nil : self }
}
