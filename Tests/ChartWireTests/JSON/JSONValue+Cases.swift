import ChartWire

extension JSONValue {
    /// The number, if this is one.
    var asNumber: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The elements, if this is an array.
    var asArray: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The object, if this is one.
    var asObject: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }
}
