/// An axis as a client specifies or changes it; absent members stay unchanged.
public struct AxisBody: Decodable, Sendable {
    /// The axis's name; only in a specification.
    public var id: String?
    /// `number`, `log`, `date` or `category`; only in a specification.
    public var type: String?
    /// `left`, `right`, `top`, `bottom` or `auto`.
    public var alignment: String?
    /// Two instants or numbers.
    public var visibleRange: [Instant]?
    /// `once`, `always`, `visible` (y axes) or `never`.
    public var autoRange: String?
    /// Two fractions of the span, by which automatic ranges exceed the data.
    public var growBy: [Double]?
    /// Two instants or numbers, or nulls for open ends.
    public var visibleRangeLimit: [Instant?]?
    /// `minMax`, `min` or `max`.
    public var limitMode: String?
    /// Whether every change of the range stays within the limit.
    public var hardLimit: Bool?
    /// The smallest span, in decades for a log axis; null for none.
    public var minimumSpan: Nullable<Double>?
    /// The largest span, in decades for a log axis; null for none.
    public var maximumSpan: Nullable<Double>?
    /// Whether the axis runs against its natural direction.
    public var flipped: Bool?
    /// The intended number of major ticks; null for the default of the rule.
    public var tickCount: Nullable<Int>?
    /// The number of parts into which minor ticks divide the distance between two major ticks.
    public var minorsPerMajor: Int?
    /// `none`, `shift` or `extend`.
    public var follow: String?
    /// The rule of the ticks.
    public var ticks: Ticks?
    /// The title for people; null for none.
    public var title: Nullable<String>?
    /// The unit of the numbers, such as `°C`; null for none.
    public var unit: Nullable<String>?
    /// How the numbers are written; null for the default.
    public var format: Nullable<NumberFormatBody>?

    /// The rule of the ticks.
    public struct Ticks: Decodable, Sendable {
        /// `automatic`, `countValues` or `dateValues`.
        public var rule: String?
    }
}

/// How numbers are written for people.
public struct NumberFormatBody: Decodable, Sendable {
    /// `plain`, `compact`, `scientific` or `percent`.
    public var notation: String?
    /// The number of decimals; null for as many as the step needs.
    public var decimals: Nullable<Int>?
}

/// A place on an axis: a number, or ISO-8601 text on a date axis.
public enum Instant: Decodable, Sendable, Hashable {
    /// A number in the axis's unit.
    case number(Double)
    /// ISO-8601 text.
    case text(String)

    /// Decodes a number or text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }
}

/// A member that may be null, which resets a setting.
public enum Nullable<Wrapped: Decodable & Sendable>: Sendable {
    /// The member is null.
    case null
    /// The member has a value.
    case some(Wrapped)

    /// The value; `nil` if the member is null.
    public var wrapped: Wrapped? {
        switch self {
        case .null: nil
        case .some(let wrapped): wrapped
        }
    }
}

extension Nullable: Decodable {
    /// Decodes null or a value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .some(try container.decode(Wrapped.self))
    }
}

extension KeyedDecodingContainer {
    /// Distinguishes a member that is null from an absent one, which the standard library does not.
    func decodeIfPresent<Wrapped>(
        _ type: Nullable<Wrapped>.Type, forKey key: Key
    ) throws -> Nullable<Wrapped>? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}
