import ChartSeries

/// A random walk with one row per minute, and a window of its middle half, so that a drag can move it either way.
struct BenchmarkTable {
    /// The name of the dataset.
    let name: String
    /// The rows.
    let table: Table
    /// The ends of the window along x, in milliseconds since 1970.
    let x: ClosedRange<Double>
    /// The ends of the window along y.
    let y: ClosedRange<Double>

    /// Makes a table with this number of rows.
    init(name: String, rowCount: Int) throws {
        self.name = name
        table = RandomWalk(seed: 1).table(rows: rowCount)
        guard let extent = table.extent, let low = table.columns[0].minimum, let high = table.columns[0].maximum else {
            throw BenchmarkFailure("\(name) has no extent")
        }
        x = Self.middleHalf(extent.first, extent.last)
        y = Self.middleHalf(low, high)
    }

    /// The rows as CSV with a header, x in milliseconds since 1970.
    var csv: [UInt8] {
        var text = "date,price\n"
        for (x, price) in zip(table.x, table.columns[0].values) { text += "\(Int(x)),\(price)\n" }
        return Array(text.utf8)
    }

    private static func middleHalf(_ low: Double, _ high: Double) -> ClosedRange<Double> {
        low + (high - low) / 4...high - (high - low) / 4
    }
}
