/// Rows of a table by index, ascending and without duplicates.
public enum RowIndices: Sendable, Equatable {
    /// Every row of a range.
    case contiguous(Range<Int>)
    /// These rows.
    case list([Int])
}

extension RowIndices: RandomAccessCollection {
    /// The position of the first index.
    public var startIndex: Int { 0 }

    /// How many rows there are.
    public var endIndex: Int {
        switch self {
        case .contiguous(let rows): rows.count
        case .list(let rows): rows.count
        }
    }

    /// The row index at a position.
    public subscript(position: Int) -> Int {
        switch self {
        case .contiguous(let rows):
            precondition(position >= 0 && position < rows.count, "no row at this position")
            return rows.lowerBound + position
        case .list(let rows):
            return rows[position]
        }
    }
}
