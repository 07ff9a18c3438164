import Synchronization

/// Exact sums over rows of a column: of its values, of their squares, and twice the area under the line through them.
struct ColumnSums: Sendable {
    var values = ExactSum()
    var squares = ExactSum()
    var doubledArea = ExactSum()

    /// Adds rows that follow each other.
    ///
    /// - Parameters:
    ///   - x: The x of the rows.
    ///   - y: Their values, of which missing ones do not count.
    ///   - before: The last row with a value before them, from which the line comes; `nil` where it begins with them.
    ///     Afterwards their own last one.
    mutating func add(_ x: Span<Double>, _ y: Span<Double>, after before: inout (x: Double, y: Double)?) {
        for row in y.indices {
            let value = y[row]
            guard !value.isNaN else { continue }
            values.add(value)
            squares.add(productOf: value, value)
            if let before { addArea(from: before, to: (x[row], value)) }
            before = (x[row], value)
        }
    }

    /// Adds twice a trapezoid, of whose differences and sums nothing is rounded away.
    private mutating func addArea(from one: (x: Double, y: Double), to other: (x: Double, y: Double)) {
        let width = Self.sum(other.x, -one.x)
        let height = Self.sum(other.y, one.y)
        doubledArea.add(productOf: width.sum, height.sum)
        if height.rest != 0 { doubledArea.add(productOf: width.sum, height.rest) }
        guard width.rest != 0 else { return }
        doubledArea.add(productOf: width.rest, height.sum)
        if height.rest != 0 { doubledArea.add(productOf: width.rest, height.rest) }
    }

    /// The rounded sum of two numbers, and what its rounding takes away.
    private static func sum(_ one: Double, _ other: Double) -> (sum: Double, rest: Double) {
        let sum = one + other
        let part = sum - one
        return (sum, (one - (sum - part)) + (other - part))
    }

    fileprivate mutating func add(_ terms: BlockSums.Terms) {
        for term in terms.values { values.add(term) }
        for term in terms.squares { squares.add(term) }
        for term in terms.doubledArea { doubledArea.add(term) }
    }
}

/// The sums of blocks of a column's rows, which are worked out when they are first asked for and never change.
///
/// It belongs to rows that only grow at their end.
final class BlockSums: Sendable {
    /// The number of rows of a block.
    static let rows = 4096

    /// What adds up to the sums of a block.
    fileprivate struct Terms: Sendable {
        var values: [Double]
        var squares: [Double]
        var doubledArea: [Double]
    }

    private let known = Mutex<[Terms?]>([])
    private let widestSteps = Mutex<[Double?]>([])

    /// Adds a whole block.
    ///
    /// - Parameters:
    ///   - block: The number of the block.
    ///   - sums: The sums to add it to.
    ///   - make: Works it out, with the trapezoid that leads into it.
    func add(_ block: Int, to sums: inout ColumnSums, making make: () -> ColumnSums) {
        if let terms = known.withLock({ $0.count > block ? $0[block] : nil }) { return sums.add(terms) }
        let made = make()
        let terms = Terms(
            values: made.values.terms, squares: made.squares.terms, doubledArea: made.doubledArea.terms)
        known.withLock { Self.note(terms, of: block, in: &$0) }
        sums.add(terms)
    }

    /// The widest step to a value of a whole block from the value before it.
    ///
    /// - Parameters:
    ///   - block: The number of the block.
    ///   - measure: Measures it.
    /// - Returns: The step, in the unit of x.
    func widestStep(inBlock block: Int, measuring measure: () -> Double) -> Double {
        if let step = widestSteps.withLock({ $0.count > block ? $0[block] : nil }) { return step }
        let step = measure()
        widestSteps.withLock { Self.note(step, of: block, in: &$0) }
        return step
    }

    private static func note<Known>(_ value: Known, of block: Int, in known: inout [Known?]) {
        if known.count <= block { known += Array(repeating: nil, count: block + 1 - known.count) }
        known[block] = value
    }
}
