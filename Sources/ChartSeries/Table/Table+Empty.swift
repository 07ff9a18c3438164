extension Table {
    /// A table without rows or columns, whose x is of kind `number`.
    public static let empty: Table = {
        do throws(TableError) {
            return try Table(xName: "x", xKind: .number, x: [], columns: [])
        } catch {
            preconditionFailure("no rows cannot be out of order")
        }
    }()
}
