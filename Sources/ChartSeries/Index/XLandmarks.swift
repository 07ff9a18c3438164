/// Every 256th x of a table apart, in which a search stays near where it began instead of walking through all x.
public struct XLandmarks: Sendable {
    /// A landmark stands for 2 to this power rows.
    static let rowShift = 8
    /// How many rows landmarks are apart.
    public static let rowsApart = 1 << rowShift
    /// An x of fewer rows is searched as fast without.
    public static let minimumRows = 4096

    /// The x of the rows 0, 256, 512 and so on.
    public private(set) var values: ColumnValues

    /// Takes the landmarks of an x.
    ///
    /// - Complexity: O(n / 256).
    public init(of x: ColumnValues) {
        values = []
        extend(over: x)
    }

    /// Takes landmarks that are known already, such as those of a file.
    ///
    /// - Parameter values: The x of the rows 0, 256, 512 and so on.
    public init(trusting values: ColumnValues) {
        self.values = values
    }

    /// How many landmarks so many rows have.
    public static func count(ofRows rows: Int) -> Int { (rows + 1 << rowShift - 1) >> rowShift }

    /// Takes in the rows that were appended since.
    ///
    /// - Parameter x: The x of all rows.
    /// - Complexity: O(number of new rows / 256), amortised.
    mutating func extend(over x: ColumnValues) {
        let count = Self.count(ofRows: x.count)
        guard count > values.count else { return }
        values.append(contentsOf: ColumnValues((values.count..<count).map { x[$0 << Self.rowShift] }))
    }
}
