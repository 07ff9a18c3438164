/// An axis of a session, written `surface/axis`.
public struct AxisReference: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The surface's id.
    public var surface: String
    /// The axis's id.
    public var axis: String

    /// Creates a reference.
    public init(surface: String, axis: String) {
        self.surface = surface
        self.axis = axis
    }

    /// Reads `surface/axis`; `nil` for anything else.
    public init?(_ text: String) {
        let names = text.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else { return nil }
        self.init(surface: String(names[0]), axis: String(names[1]))
    }

    /// `surface/axis`.
    public var description: String { "\(surface)/\(axis)" }

    /// Reads `"surface/axis"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let reference = AxisReference(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: #"expected "surface/axis""#)
        }
        self = reference
    }

    /// Writes `"surface/axis"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
