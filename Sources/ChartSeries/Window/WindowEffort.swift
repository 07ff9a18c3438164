/// The time that a window needs, for choosing its rows and writing them.
public enum WindowEffort: UInt8, Sendable, Comparable {
    /// Half a millisecond once the rows are in memory; the thread that has the request may do it.
    case short
    /// Some milliseconds.
    case usual
    /// Longer; other requests must not wait for it.
    case long

    /// Whether the first takes less time than the second.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension WindowMethod {
    /// The most values to scan in a window of usual effort, about two milliseconds.
    private static let quicklyScannedValues = 100_000

    /// The most values to write in a window of usual effort, some milliseconds.
    private static let quicklyAnsweredValues = 50_000

    /// The most pixel columns of all plotted columns in a window of usual effort, and of short effort.
    private static let quickPixelColumns = 65_536
    private static let shortPixelColumns = 16_384

    /// The most values of a short answer: x and three series of 4000 rows, the default maximum of a window.
    private static let shortAnswerValues = 16_000

    /// Estimates the time that a window needs.
    ///
    /// - Parameters:
    ///   - rows: The maximum number of rows in the range.
    ///   - columns: The number of plotted columns.
    ///   - maximumRows: The maximum number of rows of the window.
    ///   - width: The number of pixel columns.
    /// - Returns: The effort; `long` if the method scans many rows, or the window is large or very wide. Other methods use the index,
    ///   except on logarithmic axes with undrawn values between drawn ones.
    public func effort(rows: Int, columns: Int, maximumRows: Int, width: Int) -> WindowEffort {
        if self == .lttb, rows > Self.quicklyScannedValues / max(1, columns) { return .long }
        let answered = min(rows, maximumRows)
        let pixelColumns = rows > maximumRows || self == .m4 ? min(rows, width) * columns : 0
        if pixelColumns > Self.quickPixelColumns { return .long }
        if answered > Self.quicklyAnsweredValues / (columns + 1) { return .long }
        return answered > Self.shortAnswerValues / (columns + 1) || pixelColumns > Self.shortPixelColumns
            || self == .lttb || self == .calendar
            ? .usual : .short
    }
}
