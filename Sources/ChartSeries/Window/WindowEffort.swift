/// The effort to choose the rows of windows and to encode them.
public enum WindowEffort: UInt8, Sendable, Comparable {
    /// Half a millisecond once the rows are in memory, so an event loop may do it.
    case short
    /// Some milliseconds.
    case usual
    /// So long that no other caller should wait for it.
    case long

    /// Whether one effort is less than another.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension WindowMethod {
    /// The maximum values for a quick scan, which takes about two milliseconds.
    private static let quicklyScannedValues = 100_000

    /// The maximum values for a quick answer, which takes some milliseconds.
    private static let quicklyAnsweredValues = 50_000

    /// The maximum values of a short answer: those of three series in the largest default window.
    private static let valuesOfShortAnswer = 16_000

    /// The effort of a window.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - columns: The number of plotted columns.
    ///   - maximumRows: The maximum rows of the window.
    /// - Returns: The effort. It is long for a method that scans many rows, and for a wide window. Other methods find
    ///   their rows through the index, unless a logarithmic axis omits values between others.
    public func effort(rows: Int, columns: Int, maximumRows: Int) -> WindowEffort {
        if self == .lttb, rows > Self.quicklyScannedValues / max(1, columns) { return .long }
        let answered = min(rows, maximumRows)
        if answered > Self.quicklyAnsweredValues / (columns + 1) { return .long }
        return answered > Self.valuesOfShortAnswer / (columns + 1) || self == .lttb || self == .calendar
            ? .usual : .short
    }
}
