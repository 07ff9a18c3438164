/// The places of rows along their axis.
struct AxisPlaces {
    /// The x of every row, ascending.
    let x: ColumnValues
    /// Maps an x to its place along the axis, increasing; `nil` is x itself.
    var place: (@Sendable (Double) -> Double)?

    subscript(row: Int) -> Double {
        place.map { $0(x[row]) } ?? x[row]
    }

    /// Calls a closure with the places of some rows.
    func withPlaces(of rows: Range<Int>, _ body: (Span<Double>) -> Void) {
        guard place != nil else { return x.withSpan(of: rows, body) }
        let places = rows.map { self[$0] }
        body(places.span)
    }
}
