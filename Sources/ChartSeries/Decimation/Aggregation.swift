/// A column and its aggregate in bars.
public struct GatheredColumn: Sendable, Hashable {
    /// The position of the column in the table's `columns`.
    public let column: Int
    /// The aggregate of the column.
    public let aggregate: Aggregate

    /// Makes a pair of a column and its aggregate.
    public init(column: Int, aggregate: Aggregate) {
        self.column = column
        self.aggregate = aggregate
    }
}

/// The bars of a window, each of which aggregates a whole step of civil time.
public struct Aggregation: Sendable, Equatable {
    /// A bar directly before or after the window.
    public struct Bar: Sendable, Equatable {
        /// The first instant of its step.
        public let start: Double
        /// The numbers of each column; NaN if there is none.
        public let values: [[Double]]
    }

    /// The step of each bar.
    public let step: CalendarStep
    /// The aggregate of columns for which the request names no other.
    public let aggregate: Aggregate
    /// The first instant of each bar's step.
    public let starts: [Double]
    /// The aggregated columns.
    public let columns: [GatheredColumn]
    /// The numbers of each column and bar, in the order of `columns` and `starts`; NaN if there is none.
    public let values: [[[Double]]]
    /// The last bar before the window.
    public let before: Bar?
    /// The first bar after the window.
    public let after: Bar?

    /// Returns the numbers of a column's bars.
    ///
    /// - Parameter index: The position of a column that the request named.
    /// - Returns: One list per bar; NaN if there is no number.
    public func values(ofColumn index: Int) -> [[Double]] {
        guard let place = columns.firstIndex(where: { $0.column == index }) else {
            preconditionFailure("a column that was not gathered")
        }
        return values[place]
    }
}
