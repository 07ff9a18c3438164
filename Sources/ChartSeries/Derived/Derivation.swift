/// What is computed of the rows of a table, in their order, as another column.
///
/// A missing value stays missing but where ``movingAverage(_:span:)`` and ``cumulative(_:)`` find present ones. What is
/// not finite is missing.
public enum Derivation: Sendable, Hashable {
    /// `factor · y + offset`, which costs nothing where it is mapped: the index of the column answers.
    case scaled(Int, factor: Double, offset: Double, isMapped: Bool = false)
    /// `(y − base) / |base| · 100`, mapped or not; with a base of 0 all is missing.
    ///
    /// Of a base that moves all the time, as a window does, one column is kept; and where it is mapped, no value is too large
    /// to be one.
    case percentChange(Int, base: Double, isMapped: Bool = false, moves: Bool = false)
    /// The mean of the present values in a span that ends at the row.
    case movingAverage(Int, span: Span)
    /// The difference to the row before; that of the first row is missing.
    case difference(Int)
    /// The difference to the row before over their distance in x, for a length of x; of equal x it is missing.
    case rate(Int, per: Double)
    /// The sum of the present values up to the row.
    case cumulative(Int)
    /// Two columns, row by row.
    case combined(Int, Operation, Int)

    /// Over which rows a mean goes.
    public enum Span: Sendable, Hashable {
        /// The last rows, of which the row is one.
        case rows(Int)
        /// The rows whose x is above that of the row less a length, and not above it.
        case length(Double)
    }

    /// An operation of arithmetic.
    public enum Operation: String, Sendable, Hashable, Codable, CaseIterable {
        /// The sum.
        case plus = "+"
        /// The difference.
        case minus = "-"
        /// The product.
        case times = "*"
        /// The quotient; that by 0 is missing.
        case over = "/"

        func callAsFunction(_ one: Double, _ other: Double) -> Double {
            switch self {
            case .plus: one + other
            case .minus: one - other
            case .times: one * other
            case .over: one / other
            }
        }
    }

    /// The columns that it reads.
    var columns: [Int] {
        switch self {
        case .scaled(let column, _, _, _), .percentChange(let column, _, _, _), .movingAverage(let column, _),
            .difference(let column), .rate(let column, _), .cumulative(let column):
            [column]
        case .combined(let one, _, let other): [one, other]
        }
    }

    /// Whether it reads x.
    var readsX: Bool {
        switch self {
        case .rate, .movingAverage(_, span: .length): true
        case .scaled, .percentChange, .movingAverage, .difference, .cumulative, .combined: false
        }
    }
}

/// Computes a derivation from row to row, and goes on where it has stopped.
struct DerivationWalk: Sendable {
    let derivation: Derivation
    /// The next row.
    private(set) var row = 0
    /// The sum of the present values of the span, or of all rows.
    private var sum = TwofoldSum()
    private var count = 0
    /// The first row of the span.
    private var start = 0
    /// The x and the value of the row before.
    private var before = (x: Double.nan, y: Double.nan)

    init(_ derivation: Derivation) {
        self.derivation = derivation
    }

    /// The values of the rows from the next one up to another one.
    mutating func values(of table: Table, upTo end: Int) -> [Double] {
        var derived: [Double] = []
        derived.reserveCapacity(end - row)
        let columns = derivation.columns.map { table.columns[$0].values }
        let x = table.x
        for row in row..<end {
            let value = value(ofRow: row, columns, x)
            derived.append(value.isFinite ? value : .nan)
        }
        row = end
        return derived
    }

    private mutating func value(ofRow row: Int, _ columns: [ColumnValues], _ x: ColumnValues) -> Double {
        let y = columns[0][row]
        switch derivation {
        case .scaled(_, let factor, let offset, _):
            return factor * y + offset
        case .percentChange(_, let base, _, _):
            return base == 0 ? .nan : (y - base) / base.magnitude * 100
        case .movingAverage(_, let span):
            add(y)
            while isBefore(span, start, row, x) {
                remove(columns[0][start])
                start += 1
            }
            return count == 0 ? .nan : sum.divided(by: count)
        case .difference:
            defer { before.y = y }
            return y - before.y
        case .rate(_, let per):
            let here = x[row]
            defer { before = (here, y) }
            return here == before.x ? .nan : (y - before.y) / (here - before.x) * per
        case .cumulative:
            add(y)
            return count == 0 ? .nan : sum.divided(by: 1)
        case .combined(_, let operation, _):
            let other = columns[1][row]
            return operation == .over && other == 0 ? .nan : operation(y, other)
        }
    }

    private func isBefore(_ span: Derivation.Span, _ start: Int, _ row: Int, _ x: ColumnValues) -> Bool {
        switch span {
        case .rows(let rows): row - start >= rows
        case .length(let length): x[start] <= x[row] - length
        }
    }

    private mutating func add(_ value: Double) {
        guard !value.isNaN else { return }
        sum.add(value)
        count += 1
    }

    private mutating func remove(_ value: Double) {
        guard !value.isNaN else { return }
        count -= 1
        sum.add(-value)
        if count == 0 { sum = TwofoldSum() }
    }
}

/// A sum of twice the precision of a double, so that values that come and go leave next to nothing behind.
///
/// It adds small parts of the values, so that none of a thousand million of the largest ones makes it infinite: what has
/// become infinite once stays so.
private struct TwofoldSum: Sendable {
    /// The part of a value that is added, a power of two.
    private static let part = 0x1p-30

    private var high = 0.0
    private var low = 0.0

    mutating func add(_ value: Double) {
        let value = value * Self.part
        let sum = high + value
        let part = sum - high
        low += (high - (sum - part)) + (value - part)
        high = sum + low
        low -= high - sum
    }

    /// The sum divided by a number.
    func divided(by count: Int) -> Double { (high + low) / Double(count) / Self.part }
}
