import ChartSeries

/// Small tables.
enum SampleTable {
    /// 101 rows of x = 0…100 whose `level` equals x.
    static let diagonal = make(x: (0...100).map(Double.init), ["level": (0...100).map(Double.init)])

    /// A table of numbers; the columns come in the order of their names.
    static func make(x: [Double], kind: XKind = .number, _ columns: [String: [Double]]) -> Table {
        do {
            return try Table(
                xName: "x", xKind: kind, x: x,
                columns: columns.sorted { $0.key < $1.key }.map { (name: $0.key, values: $0.value) })
        } catch {
            preconditionFailure("the sample makes no table: \(error)")
        }
    }
}
