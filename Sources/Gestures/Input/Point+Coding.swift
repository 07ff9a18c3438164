/// How a point is stored.
extension Point {
    private enum CodingKeys: String, CodingKey {
        case x, y
    }

    /// Decodes a point, or throws if a coordinate is not finite.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(x: try container.decode(Double.self, forKey: .x), y: try container.decode(Double.self, forKey: .y))
        guard x.isFinite, y.isFinite else {
            throw DecodingError.dataCorruptedError(forKey: .x, in: container, debugDescription: "A point nowhere.")
        }
    }

    /// Encodes both coordinates.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(x, forKey: .x)
        try container.encode(y, forKey: .y)
    }
}
