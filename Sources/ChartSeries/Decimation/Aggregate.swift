/// The number that a bar shows for its rows; missing values are ignored.
public enum Aggregate: String, Sendable, Hashable, Codable, CaseIterable {
    /// The sum.
    case sum
    /// The sum divided by the number of values.
    case mean
    /// The smallest value.
    case min
    /// The largest value.
    case max
    /// The value of the first row that has one.
    case first
    /// The value of the last row that has one.
    case last
    /// The number of present values.
    case count
    /// First, largest, smallest and last value: open, high, low and close.
    case ohlc

    /// The names of the numbers, to append to the column's name; empty if there is one number.
    public var parts: [String] {
        switch self {
        case .sum, .mean, .min, .max, .first, .last, .count: []
        case .ohlc: ["open", "high", "low", "close"]
        }
    }

    /// Computes the numbers of some rows: four for `ohlc`, else one; NaN if no row has a value.
    public func values(of series: some RowQueries, rows: Range<Int>) -> [Double] {
        func value(_ row: Int?) -> Double { row.map { series[$0] } ?? .nan }
        switch self {
        case .sum:
            let total = series.total(of: rows)
            return [total.count > 0 ? total.sum : .nan]
        case .mean:
            let total = series.total(of: rows)
            return [total.sum / Double(total.count)]
        case .count: return [Double(series.total(of: rows).count)]
        case .min: return [value(series.extremes(of: rows)?.minimumRow)]
        case .max: return [value(series.extremes(of: rows)?.maximumRow)]
        case .first: return [value(series.firstPresent(in: rows))]
        case .last: return [value(series.lastPresent(in: rows))]
        case .ohlc:
            let extremes = series.extremes(of: rows)
            return [
                value(series.firstPresent(in: rows)), value(extremes?.maximumRow), value(extremes?.minimumRow),
                value(series.lastPresent(in: rows)),
            ]
        }
    }
}
