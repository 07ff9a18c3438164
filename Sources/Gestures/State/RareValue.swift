/// An optional that takes a single word while it has no value, however large the value is.
package enum RareValue<Value: Sendable>: Sendable {
    /// No value.
    case none
    /// A value, on the heap.
    indirect case some(Value)

    /// Wraps an optional.
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
