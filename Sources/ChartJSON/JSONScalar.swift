/// A type that the coder converts to one JSON value directly, without a container.
protocol JSONScalar {
    /// The JSON that the type expects, in words for the detail of a problem.
    static var jsonExpectation: String { get }

    /// Creates the value from JSON; nil if the JSON is of another kind or out of range.
    init?(json: JSONValue)

    /// The value as JSON; nil if JSON cannot represent it.
    var json: JSONValue? { get }
}

extension Bool: JSONScalar {
    static var jsonExpectation: String { "true or false" }

    init?(json: JSONValue) {
        guard case .bool(let flag) = json else { return nil }
        self = flag
    }

    var json: JSONValue? { .bool(self) }
}

extension String: JSONScalar {
    static var jsonExpectation: String { "a string" }

    init?(json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self = text
    }

    var json: JSONValue? { .string(self) }
}

extension Double: JSONScalar {
    static var jsonExpectation: String { "a number" }

    init?(json: JSONValue) {
        guard case .number(let number) = json else { return nil }
        self = number
    }

    var json: JSONValue? { isFinite ? .number(self) : nil }
}

extension Float: JSONScalar {
    static var jsonExpectation: String { "a number" }

    init?(json: JSONValue) {
        guard case .number(let number) = json, Float(number).isFinite else { return nil }
        self = Float(number)
    }

    var json: JSONValue? { isFinite ? .number(Double(self)) : nil }
}

extension JSONValue: JSONScalar {
    static var jsonExpectation: String { "any value" }

    init?(json: JSONValue) {
        self = json
    }

    var json: JSONValue? { self }
}

extension JSONObject: JSONScalar {
    static var jsonExpectation: String { "an object" }

    init?(json: JSONValue) {
        guard case .object(let object) = json else { return nil }
        self = object
    }

    var json: JSONValue? { .object(self) }
}

extension JSONScalar where Self: FixedWidthInteger {
    static var jsonExpectation: String {
        let bound = Int64(1) << 53
        let lowest = Swift.max(Int64(clamping: Self.min), -bound)
        let highest = Swift.min(Int64(clamping: Self.max), bound)
        return "a whole number from \(lowest) to \(highest)"
    }

    init?(json: JSONValue) {
        guard case .number(let number) = json, number.magnitude <= 0x1p53 else { return nil }
        self.init(exactly: number)
    }

    var json: JSONValue? {
        magnitude <= Magnitude(clamping: UInt64(1) << 53) ? .number(Double(self)) : nil
    }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
