import ChartSeries

extension Chart {
    /// The most neighbours that are compared; among more rows they are taken evenly.
    private static let mostNeighbours = 4_096
    /// The numbers of digits of a second, and the milliseconds of the last digit of each.
    private static let secondDigits: [(digits: Int, unit: Double)] = [
        (0, 1_000), (1, 100), (2, 10), (3, 1), (6, 0.001),
    ]

    /// The fewest digits of a second that tell neighbouring rows in view apart, where their x is not the same.
    ///
    /// Bars of the window count as rows.
    ///
    /// - Parameter axis: The axis of dates along which the rows lie.
    /// - Returns: 0 is whole seconds; `nil` where minutes tell all of them apart.
    public func secondDigits(on axis: Axis) -> Int? {
        guard !hasParts else {
            return parts.reduce(nil) { Self.more($0, $1.chart.secondDigits(on: axis)) }
        }
        if showsBars { return Self.secondDigits(of: visibleBars.map(\.start)) }
        guard table.xKind == .date, axis.dimension == .x else { return nil }
        let rows = rows(in: axis.visibleRange)
        guard rows.count > 1 else { return nil }
        let step = (rows.count - 1 + Self.mostNeighbours - 1) / Self.mostNeighbours
        return stride(from: rows.lowerBound, to: rows.upperBound - 1, by: step).reduce(nil) { digits, row in
            Self.more(digits, Self.secondDigits(of: [table.x[row], table.x[row + 1]]))
        }
    }

    /// The fewest digits of a second that tell a row from the ones beside it.
    func secondDigits(ofRow row: Int) -> Int? {
        let near = max(0, row - 1)..<min(table.rowCount, row + 2)
        return Self.secondDigits(of: near.map { table.x[$0] })
    }

    private static func secondDigits(of instants: [Double]) -> Int? {
        zip(instants, instants.dropFirst()).reduce(nil) { digits, pair in
            guard pair.0 != pair.1, isSame(pair, to: 60_000) else { return digits }
            return more(digits, secondDigits.first { !isSame(pair, to: $0.unit) }?.digits ?? 6)
        }
    }

    private static func isSame(_ pair: (Double, Double), to unit: Double) -> Bool {
        (pair.0 / unit).rounded(.down) == (pair.1 / unit).rounded(.down)
    }

    private static func more(_ one: Int?, _ other: Int?) -> Int? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}
