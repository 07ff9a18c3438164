/// A value that is stored only where it differs from another.
extension Equatable {
    /// The value, or `nil` if it is a known one, which the encoded state leaves out.
    func unless(_ known: Self) -> Self? { self == known ? nil : self }
}

extension Array {
    /// The array, or `nil` if it is empty, which the encoded state leaves out.
    var unlessEmpty: Self? { isEmpty ? nil : self }
}
