extension Table {
    /// A table without rows or columns, whose x is of kind `number`.
    public static let empty: Table = {
        do throws(TableError) {
            return try Table(xName: "x", xKind: .number, x: [], columns: [])
        } catch {
            preconditionFailure("no rows cannot be out of order")
        }
    }()

    /// The table with its columns and its version, and without rows.
    public var withoutRows: Table {
        do throws(TableError) {
            return try Table(
                xName: xName, xKind: xKind, x: [], columns: columns.map { ($0.name, []) }, version: version)
        } catch {
            preconditionFailure("no rows cannot be out of order")
        }
    }
}
