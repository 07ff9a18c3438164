/// Values of a window's rows that the choice of the rows has told.
///
/// The index of a column has the values of its extremes, and most of the rows that M4 chooses are extremes: to read them
/// from the column would wait for a far line of memory each.
struct KnownValues: Sendable {
    /// The position of the column in its table.
    let column: Int
    /// A value for each row of the window; see ``isUnknown(_:)``.
    let values: [Double]

    /// Whether a value has to be read from the column: NaN stands for one that was not told, and an index does not keep 0
    /// and −0 apart.
    @inline(__always)
    static func isUnknown(_ value: Double) -> Bool { value.isNaN || value == 0 }
}

extension KnownValues: Equatable {
    /// Whether both know the same of the same column.
    static func == (one: KnownValues, other: KnownValues) -> Bool {
        one.column == other.column
            && one.values.elementsEqual(other.values) { $0.bitPattern == $1.bitPattern }
    }
}
