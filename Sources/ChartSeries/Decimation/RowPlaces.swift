/// Where rows lie along their axis.
struct RowPlaces {
    /// The x of every row, ascending.
    let x: ColumnValues
    /// Makes the place along the axis of an x, growing with it; `nil` is x itself.
    var place: (@Sendable (Double) -> Double)?

    subscript(row: Int) -> Double {
        place.map { $0(x[row]) } ?? x[row]
    }
}
