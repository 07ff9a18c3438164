/// The error for a decoded state that the engine can never have.
package struct UnsoundState: Error, Sendable, Hashable {
    /// What is wrong, as a clause.
    package let reason: String

    /// The valid values of a counter, far from overflow.
    package static let counts = 0...(1 << 53)

    /// Creates the error.
    package init(_ reason: String) {
        self.reason = reason
    }

    /// Throws the error with a reason unless a condition holds.
    package static func require(_ condition: Bool, _ reason: String) throws(UnsoundState) {
        guard condition else { throw UnsoundState(reason) }
    }
}
