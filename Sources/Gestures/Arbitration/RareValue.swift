/// A value that is nearly always missing and takes a single word then, however large it is.
enum RareValue<Value: Sendable>: Sendable {
    case none
    indirect case some(Value)

    init(_ value: Value?) {
        self = value.map(Self.some) ?? .none
    }

    /// The value, if there is one.
    var value: Value? {
        switch self {
        case .none: nil
        case .some(let value): value
        }
    }
}
