package import ChartSeries

/// Rows whose one column, `level`, has the values of x.
package enum SampleRows {
    /// 101 rows, from 0 to 100.
    package static let table = rows(0...100)

    /// Rows at whole numbers.
    package static func rows(_ range: ClosedRange<Int>) -> Table {
        do {
            return try Table(
                xName: "x", xKind: .number, x: range.map(Double.init),
                columns: [(name: "level", values: range.map(Double.init))])
        } catch {
            preconditionFailure("the sample makes no table: \(error)")
        }
    }
}
