/// A column as drawn: values that its axis cannot show are gaps.
struct DrawnSeries: Sendable {
    /// The column.
    let column: Column
    /// The values that are drawn.
    let band: ValueBand

    /// Creates a column as drawn; a mapped one of which not all values are drawn is stored.
    init(column: Column, band: ValueBand) {
        self.band = band
        let isWithin = column.minimum.map(band.contains) != false && column.maximum.map(band.contains) != false
        self.column = isWithin ? column : column.stored
    }

    /// The map of the column; all its values are drawn then.
    var map: MonotoneMap? { column.values.map }

    /// Whether no value of the column is a gap.
    var isWhole: Bool {
        guard column.missingCount == 0, let minimum = column.minimum, let maximum = column.maximum else { return false }
        return band.contains(minimum) && band.contains(maximum)
    }
}
