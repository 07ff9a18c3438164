/// What people read at an axis beside its numbers; it changes no range.
///
/// It is an object that never changes, so that an axis without one carries a single word.
public final class AxisLook: Sendable, Codable {
    /// The title; `nil` for none.
    public let title: String?
    /// The unit of the numbers, such as `°C`; `nil` for none.
    public let unit: String?
    /// How the numbers are written; `nil` leaves it to the ticks.
    public let format: NumberFormat?

    /// Creates a look.
    public init(title: String? = nil, unit: String? = nil, format: NumberFormat? = nil) {
        self.title = title
        self.unit = unit
        self.format = format
    }

    /// The look itself; `nil` if it says nothing.
    public var unlessEmpty: AxisLook? { title == nil && unit == nil && format == nil ? nil : self }
}

extension AxisLook: Hashable {
    /// Whether both say the same.
    public static func == (first: AxisLook, second: AxisLook) -> Bool {
        first === second
            || first.title == second.title && first.unit == second.unit && first.format == second.format
    }

    /// Adds all that the look says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(unit)
        hasher.combine(format)
    }
}
