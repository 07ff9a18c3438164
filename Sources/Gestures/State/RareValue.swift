/// A value that is nearly always missing and takes a single word then, however large it is.
package enum RareValue<Value: Sendable>: Sendable {
    /// It is missing.
    case none
    /// It is there.
    indirect case some(Value)

    /// Keeps a value, or that there is none.
    package init(_ value: Value?) {
        self = value.map(Self.some) ?? .none
    }

    /// The value, if there is one.
    package var value: Value? {
        switch self {
        case .none: nil
        case .some(let value): value
        }
    }
}
