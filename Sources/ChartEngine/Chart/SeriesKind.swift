/// How a series is drawn.
public enum SeriesKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A line through the values.
    case line
    /// A line that keeps each value until the next one.
    case step
    /// The area between the values and zero.
    case area
    /// A bar for each value, from zero.
    case bar
    /// A point for each value.
    case scatter
    /// The area between the smallest and the largest values.
    case band
    /// The open, high, low and close of each bar of a window.
    case candlestick

    /// Whether the series is drawn from zero, so that its range includes zero.
    public var isDrawnFromZero: Bool {
        switch self {
        case .area, .bar: true
        case .line, .step, .scatter, .band, .candlestick: false
        }
    }

    /// Whether the series reaches half its spacing to each side of a row.
    public var hasWidth: Bool {
        switch self {
        case .bar, .candlestick: true
        case .line, .step, .area, .scatter, .band: false
        }
    }

    /// Whether the series fills an area, which can hold a location.
    var hasBody: Bool {
        switch self {
        case .area, .bar, .band, .candlestick: true
        case .line, .step, .scatter: false
        }
    }
}
