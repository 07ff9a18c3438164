/// A column, and what bars tell of it.
public struct GatheredColumn: Sendable, Hashable {
    /// The position of the column in the table's `columns`.
    public let column: Int
    /// What the bars tell.
    public let aggregate: Aggregate

    /// Names a column and what bars tell of it.
    public init(column: Int, aggregate: Aggregate) {
        self.column = column
        self.aggregate = aggregate
    }
}

/// The bars of a window: what columns tell of whole steps of civil time.
public struct Aggregation: Sendable, Equatable {
    /// A bar beside the window.
    public struct Bar: Sendable, Equatable {
        /// The first instant of its step.
        public let start: Double
        /// The numbers of each column, NaN where there is none.
        public let values: [[Double]]
    }

    /// The step that each bar stands for.
    public let step: CalendarStep
    /// What the bars tell of a column unless something else is asked of it.
    public let aggregate: Aggregate
    /// The first instant of each bar's step.
    public let starts: [Double]
    /// The columns that were gathered.
    public let columns: [GatheredColumn]
    /// The numbers of each column and bar, in the order of the columns and of the bars; NaN where there is none.
    public let values: [[[Double]]]
    /// The last bar before the window.
    public let before: Bar?
    /// The first bar behind it.
    public let after: Bar?

    /// The numbers of a column's bars.
    ///
    /// - Parameter index: The position of a column that the request named.
    /// - Returns: One list a bar, with NaN where there is no number.
    public func values(ofColumn index: Int) -> [[Double]] {
        guard let place = columns.firstIndex(where: { $0.column == index }) else {
            preconditionFailure("a column that was not gathered")
        }
        return values[place]
    }
}
