/// How long it takes to choose the rows of windows and to write them.
public enum WindowEffort: UInt8, Sendable, Comparable {
    /// Half a millisecond, once its rows are in memory: whoever has the request may do it where it is.
    case short
    /// Some milliseconds.
    case usual
    /// So long that nobody should wait for it who does not want it.
    case long

    /// Whether one is less than another.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension WindowMethod {
    /// The most values that a method may look at one after the other and still be quick: about two milliseconds.
    private static let quicklyScannedValues = 100_000

    /// The most values that may be answered and still be quick: some milliseconds.
    private static let quicklyAnsweredValues = 50_000

    /// The most values of a short answer: those of three series in the largest window that nobody has asked for.
    private static let valuesOfShortAnswer = 16_000

    /// How long a window takes.
    ///
    /// - Parameters:
    ///   - rows: How many rows there may be.
    ///   - columns: How many columns are plotted.
    ///   - maximumRows: The most rows that the window may have.
    /// - Returns: The effort: long where each of many rows is looked at, or the window is wide. Other methods find their
    ///   rows through the index, unless a logarithmic axis leaves values out that lie between others.
    public func effort(rows: Int, columns: Int, maximumRows: Int) -> WindowEffort {
        if self == .lttb, rows > Self.quicklyScannedValues / max(1, columns) { return .long }
        let answered = min(rows, maximumRows)
        if answered > Self.quicklyAnsweredValues / (columns + 1) { return .long }
        return answered > Self.valuesOfShortAnswer / (columns + 1) || self == .lttb || self == .calendar
            ? .usual : .short
    }
}
