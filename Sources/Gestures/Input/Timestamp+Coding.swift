extension Timestamp {
    /// The most microseconds on either side of zero that are read: sums and differences of a few of them are exact.
    static let farthestMicroseconds: Int64 = 1 << 60

    /// Reads whole microseconds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let microseconds = try container.decode(Int64.self)
        guard microseconds.magnitude <= Self.farthestMicroseconds.magnitude else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A moment beyond any clock.")
        }
        self.init(microseconds: microseconds)
    }

    /// Writes whole microseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }
}
