/// A separate array of every 256th x, in which a search reads fewer cache lines than among all x.
public struct XLandmarks: Sendable {
    /// The base-2 logarithm of the number of rows per landmark.
    static let rowShift = 8
    /// The number of rows from one landmark to the next.
    public static let rowsApart = 1 << rowShift
    /// The fewest rows for which landmarks make a search faster.
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

    /// Makes landmarks from known values, such as those of a file.
    ///
    /// - Parameter values: The x of the rows 0, 256, 512 and so on.
    public init(trusting values: ColumnValues) {
        self.values = values
    }

    /// The number of landmarks of `rows` rows.
    public static func count(ofRows rows: Int) -> Int { (rows + 1 << rowShift - 1) >> rowShift }

    /// Adds the landmarks of the rows that were appended.
    ///
    /// - Parameter x: The x of all rows.
    /// - Complexity: O(number of new rows / 256), amortised.
    mutating func extend(over x: ColumnValues) {
        let count = Self.count(ofRows: x.count)
        guard count > values.count else { return }
        values.append(contentsOf: ColumnValues((values.count..<count).map { x[$0 << Self.rowShift] }))
    }
}
