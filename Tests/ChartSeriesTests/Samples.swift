import CoreTestSupport

@testable import ChartSeries

/// Seeded tables whose x repeats, jumps and clusters, and whose values tie or are missing.
enum Samples {
    static func table(seed: UInt64, rows: Int, columns: Int = 1, missingPercent: Int = 20) throws -> Table {
        var random = SeededCases(seed: seed)
        var position = -50.0
        var x: [Double] = []
        for _ in 0..<rows {
            let kind = random.integer(in: 0...9)
            if kind > 3 { position += Double(random.integer(in: 0...4)) / 2 }
            if kind == 9 { position += Double(random.integer(in: 0...100)) }
            x.append(position)
        }
        let values = (0..<columns).map { column in
            (
                name: "c\(column)",
                values: (0..<rows).map { _ in
                    random.integer(in: 1...100) <= missingPercent ? .nan : Double(random.integer(in: -6...6))
                }
            )
        }
        return try Table(xName: "x", xKind: .number, x: x, columns: values)
    }

    /// A table of one column, with x counting from 0.
    static func table(_ values: [Double]) throws -> Table {
        try Table(xName: "x", xKind: .number, x: values.indices.map(Double.init), columns: [("a", values)])
    }
}

/// Compares values; NaN equals NaN.
func isSame(_ left: some Collection<Double>, _ right: some Collection<Double>) -> Bool {
    left.map(\.bitPattern) == right.map(\.bitPattern)
        || (left.count == right.count
            && zip(left, right).allSatisfy {
                $0 == $1 || ($0.isNaN && $1.isNaN)
            })
}

/// Runs M4 on values that a test writes down.
func m4(x: [Double], series: [[Double]], rows: Range<Int>, from: Double, to: Double, width: Int) -> [Int] {
    m4(x: ColumnValues(x), series: series.map(column), rows: rows, from: from, to: to, width: width)
}

/// Makes a column of values that a test writes down; none is infinite.
func column(_ values: [Double]) -> Column {
    do {
        return try Column(name: "a", values: values)
    } catch {
        preconditionFailure("a test writes no infinite values: \(error)")
    }
}
