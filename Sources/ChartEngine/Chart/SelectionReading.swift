/// What the label of selected rows says, before it is written in a language.
public enum SelectionReading: Sendable, Hashable {
    /// Where a row lies.
    public enum Place: Sendable, Hashable {
        /// At a number.
        case number(Double)
        /// On a civil day that no neighbour shares.
        case day(Double)
        /// At a time of a civil day that a neighbour shares, with the digits of a second that tell the two apart.
        ///
        /// `nil` is minutes.
        case time(Double, secondDigits: Int?)

        /// The x.
        public var x: Double {
            switch self {
            case .number(let x), .day(let x), .time(let x, _): x
            }
        }
    }

    /// The value of a visible series.
    public struct SeriesValue: Sendable, Hashable {
        /// The series.
        public let series: Series
        /// Its name as the label shows it.
        public let name: String
        /// The value; NaN where it is missing.
        public let value: Double
    }

    /// One row with its values, and their total where several series are visible; an inner `nil` is a total of nothing.
    case row(Place, [SeriesValue], total: Double??)
    /// Several rows, with the first and the last.
    case rows(Int, first: Place, last: Place)
}
