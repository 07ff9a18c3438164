/// Where rows lie along their axis.
struct AxisPlaces {
    /// The x of every row, ascending.
    let x: ColumnValues
    /// Makes the place along the axis of an x, growing with it; `nil` is x itself.
    var place: (@Sendable (Double) -> Double)?

    subscript(row: Int) -> Double {
        place.map { $0(x[row]) } ?? x[row]
    }

    /// Lends the places of some rows.
    func withPlaces(of rows: Range<Int>, _ body: (Span<Double>) -> Void) {
        guard place != nil else { return x.withSpan(of: rows, body) }
        let places = rows.map { self[$0] }
        body(places.span)
    }
}
