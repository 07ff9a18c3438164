/// Looks whether columns of text make a long table, which has a row for each text of an x.
struct LongTableCheck: Sendable {
    private let isSorted: Bool
    private var rows = 0
    private var repeats: [Int]
    private var before: (x: [UInt8], texts: [[UInt8]])?
    /// The texts of the last row of each x, where rows are sorted.
    private var lastOfX: [[UInt8]: [[UInt8]]] = [:]
    /// The line of the first row that repeats the x of the row before with another text.
    private(set) var line = 1

    /// Starts before the first row.
    ///
    /// - Parameters:
    ///   - columns: The number of columns of text.
    ///   - isSorted: Whether the rows are sorted, so that the row before is the last one with that x.
    init(columns: Int, isSorted: Bool) {
        repeats = Array(repeating: 0, count: columns)
        self.isSorted = isSorted
    }

    /// Looks at the next row.
    ///
    /// - Parameters:
    ///   - x: The text of its x.
    ///   - texts: Its texts in the columns.
    ///   - line: Its line.
    mutating func look(at x: [UInt8], texts: [[UInt8]], line: Int) {
        rows += 1
        let others = isSorted ? lastOfX[x] : before.flatMap { $0.x == x ? $0.texts : nil }
        if let others {
            for (index, (text, other)) in zip(texts, others).enumerated() where !text.isEmpty && text != other {
                if !repeats.contains(where: { $0 > 0 }) { self.line = line }
                repeats[index] += 1
            }
        }
        if isSorted { lastOfX[x] = texts } else { before = (x, texts) }
    }

    /// The columns in which at least a tenth of the rows repeat the x of the row before with another text.
    var columns: [Int] { repeats.indices.filter { repeats[$0] > 0 && repeats[$0] * 10 >= rows } }
}
