extension AxisRange {
    private enum CodingKeys: String, CodingKey {
        case min, max
    }

    /// Reads a range, and refuses ends that form none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let min = try container.decode(Double.self, forKey: .min)
        let max = try container.decode(Double.self, forKey: .max)
        guard let range = AxisRange(min: min, max: max) else {
            throw DecodingError.dataCorruptedError(
                forKey: .max, in: container, debugDescription: "No range of an axis.")
        }
        self = range
    }

    /// Writes both ends.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(min, forKey: .min)
        try container.encode(max, forKey: .max)
    }
}
