package import ChartSeries
import ChartWire

/// The rows of one dataset from the lines of a request.
package struct FeedRows: Sendable {
    /// The name of x.
    package static let xName = "time"

    /// The names of the columns, in the order of their first line.
    private var names: [String] = []
    private var positions: [ExactName: Int] = [:]
    private var rows: [(line: Int, x: Double, cells: [(column: Int, value: Double)])] = []

    /// The most cells of all rows, those that no line names included: as many as a body can name.
    private static let mostCells = 1 << 24

    /// Creates an empty collection.
    init() {}

    /// The number of rows.
    package var count: Int { rows.count }

    /// The numbers of the lines, in their order.
    package var lines: [Int] { rows.map(\.line) }

    /// The greatest x; `nil` without rows.
    package var last: Double? { rows.map(\.x).max() }

    /// The columns.
    package var columns: [String] { names }

    /// Whether the rows, with all columns that one of them names, take far more memory than their lines.
    var areSparse: Bool { rows.count * min(names.count, RowShape.mostColumns) > Self.mostCells }

    mutating func add(line: Int, x: Double, _ cells: [(column: String, value: Double)]) {
        var row: [(column: Int, value: Double)] = []
        for (column, value) in cells {
            let name = ExactName(column)
            let position = positions[name] ?? names.count
            if position == names.count {
                names.append(column)
                positions[name] = position
            }
            row.append((position, value))
        }
        rows.append((line, x, row))
    }

    /// Leaves out the rows that a condition holds for.
    ///
    /// - Parameter isOut: The condition, of x and the names of the columns.
    /// - Returns: The lines of these rows.
    package mutating func leaveOut(where isOut: (_ x: Double, _ columns: [String]) -> Bool) -> [Int] {
        let out = rows.map { row in isOut(row.x, row.cells.map { names[$0.column] }) }
        let lines = zip(rows, out).filter(\.1).map(\.0.line)
        guard !lines.isEmpty else { return [] }
        let kept = zip(rows, out).filter { !$0.1 }.map(\.0)
        let old = names
        self = FeedRows()
        for row in kept { add(line: row.line, x: row.x, row.cells.map { (old[$0.column], $0.value) }) }
        return lines
    }

    /// The rows, in the order of x; a cell that a line does not name keeps the value of a row of the same x.
    package var incoming: IncomingRows {
        var columns = names.map { _ in [Double](repeating: IncomingRows.unnamedCell, count: rows.count) }
        for (index, row) in rows.enumerated() {
            for cell in row.cells { columns[cell.column][index] = cell.value }
        }
        return IncomingRows(
            xName: Self.xName, xKind: .date, names: names, x: rows.map(\.x), columns: columns)
    }
}

/// The lines of a request, by the dataset that they go to.
package struct FeedBatch: Sendable {
    /// The datasets in the order of their first line.
    package private(set) var datasets: [(name: String, rows: FeedRows)] = []
    /// The lines that cannot be taken.
    package private(set) var faults: [LineProtocol.Fault] = []

    /// Reads lines.
    ///
    /// - Parameters:
    ///   - bytes: The lines.
    ///   - precision: The unit of timestamps.
    ///   - pattern: How lines make the names of datasets.
    ///   - now: The milliseconds since 1970 of lines without a timestamp.
    ///   - latest: The latest milliseconds that a line may have; `nil` for any.
    /// - Throws: `body.too-large` for few lines of many columns beside very many lines, or `CancellationError`.
    package init(
        _ bytes: [UInt8], precision: LineProtocol.Precision, naming pattern: FeedName, now: Double, latest: Double?
    ) throws {
        var reader = LineProtocol(bytes, precision: precision)
        var positions: [String: Int] = [:]
        var count = 0
        while let next = reader.next() {
            count += 1
            if count.isMultiple(of: 4_096) { try Task.checkCancellation() }
            switch next {
            case .failure(let fault): faults.append(fault)
            case .success(let point):
                guard !point.fields.isEmpty else { continue }
                let (name, x) = (pattern.name(of: point), point.time ?? now)
                let cells = point.fields.map { (column: pattern.column(of: $0.key, in: point), value: $0.value) }
                if let reason = Self.fault(name, x, cells.map(\.column), latest) {
                    faults.append(LineProtocol.Fault(line: point.line, reason: reason))
                    continue
                }
                let position = positions[name] ?? datasets.count
                if position == datasets.count {
                    positions[name] = position
                    datasets.append((name, FeedRows()))
                }
                datasets[position].rows.add(line: point.line, x: x, cells)
            }
        }
        if let (name, _) = datasets.first(where: { $0.rows.areSparse }) {
            throw Problem(
                .bodyTooLarge, "The lines of \(name) have too many columns for their number: send fewer at once.")
        }
    }

    private static func fault(_ name: String, _ x: Double, _ columns: [String], _ latest: Double?) -> String? {
        guard DatasetName.isValid(name) else { return "the dataset's name \(name.prefix(64)) is too long" }
        if let latest, x > latest { return "the time lies too far ahead of the server's clock" }
        for column in columns {
            guard column != FeedRows.xName else { return "a field cannot be called \(FeedRows.xName)" }
            guard RowShape.isColumnName(column) else {
                return "a field's name has 1 to \(Column.longestName) bytes and no control characters"
            }
        }
        return nil
    }
}
