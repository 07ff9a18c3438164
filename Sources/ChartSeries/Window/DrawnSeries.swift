/// A column as drawn: values that its axis cannot show are gaps.
struct DrawnSeries: Sendable {
    /// The column.
    let column: Column
    /// The values that are drawn.
    let band: ValueBand

    /// Whether no value of the column is a gap.
    var isWhole: Bool {
        guard column.missingCount == 0, let minimum = column.minimum, let maximum = column.maximum else { return false }
        return band.contains(minimum) && band.contains(maximum)
    }
}
