/// Values of a window's rows that are known from the selection of these rows.
///
/// The index of a column has the values of its extremes, and most rows that M4 chooses are extremes. Reading these
/// values from the column would cost a cache miss each.
struct KnownValues: Sendable {
    /// The position of the column in its table.
    let column: Int
    /// One value per row of the window; see ``isUnknown(_:)``.
    let values: [Double]

    /// Whether a value must be read from the column; NaN is unknown, and the index does not distinguish 0 from −0.
    @inline(__always)
    static func isUnknown(_ value: Double) -> Bool { value.isNaN || value == 0 }
}

extension KnownValues: Equatable {
    /// Whether both have the same values of the same column, compared bit by bit.
    static func == (one: KnownValues, other: KnownValues) -> Bool {
        one.column == other.column
            && one.values.elementsEqual(other.values) { $0.bitPattern == $1.bitPattern }
    }
}
