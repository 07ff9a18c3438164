extension Table {
    /// A table without rows and columns, whose x is a number.
    public static let empty: Table = {
        do throws(TableError) {
            return try Table(xName: "x", xKind: .number, x: [], columns: [])
        } catch {
            preconditionFailure("no rows cannot be out of order")
        }
    }()
}
