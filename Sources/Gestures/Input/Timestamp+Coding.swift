extension Timestamp {
    /// The largest magnitude that decoding accepts, so that sums and differences of a few timestamps do not overflow.
    static let farthestMicroseconds: Int64 = 1 << 60

    /// Decodes whole microseconds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let microseconds = try container.decode(Int64.self)
        guard microseconds.magnitude <= Self.farthestMicroseconds.magnitude else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A moment beyond any clock.")
        }
        self.init(microseconds: microseconds)
    }

    /// Encodes whole microseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }
}
