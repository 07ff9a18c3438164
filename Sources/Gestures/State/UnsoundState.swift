/// Why what was read back is the state of nothing.
package struct UnsoundState: Error, Sendable, Hashable {
    /// What is wrong, a clause.
    package let reason: String

    /// What counts something: far from where counting on would overflow.
    package static let counts = 0...(1 << 53)

    /// Creates a reason.
    package init(_ reason: String) {
        self.reason = reason
    }

    /// Throws a reason unless a condition holds.
    package static func require(_ condition: Bool, _ reason: String) throws(UnsoundState) {
        guard condition else { throw UnsoundState(reason) }
    }
}
