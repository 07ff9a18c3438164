/// The bars of a window: what columns tell of whole steps of civil time.
public struct Aggregation: Sendable, Equatable {
    /// The step that each bar stands for.
    public let step: CalendarStep
    /// What the bars tell.
    public let aggregate: Aggregate
    /// The first instant of each bar's step.
    public let starts: [Double]
    /// The columns that were gathered, as positions in the table's `columns`.
    let columns: [Int]
    /// The numbers of each column and bar, in the order of the columns and of the bars.
    let values: [[[Double]]]

    /// The numbers of a column's bars.
    ///
    /// - Parameter index: The position of a column that the request named.
    /// - Returns: One list a bar, with NaN where there is no number.
    public func values(ofColumn index: Int) -> [[Double]] {
        guard let place = columns.firstIndex(of: index) else { preconditionFailure("a column that was not gathered") }
        return values[place]
    }
}
