import ChartSeries
import ChartWire

/// Rows of JSON: `{"columns":["date","active"],"rows":[[…],…]}`.
///
/// It holds back rows that come before `columns`, up to a limit.
struct JSONRowSource: RowSource {
    /// The most cells held back until `columns` comes.
    private static let waitingCells = 1 << 18
    /// The bytes of a held text that count as one more cell.
    private static let bytesOfCell = 32

    private let options: ImportOptions
    private let takesRules: Bool
    private(set) var rules: RulesPatch?
    private var stream = JSONElementStream(array: "rows")
    private var columns: [String]?
    private var builder: TableBuilder?
    private var waiting: [JSONValue] = []
    private var waitingCells = 0
    private var rows = 0

    init(options: ImportOptions, takesRules: Bool = false) {
        self.options = options
        self.takesRules = takesRules
    }

    var rowCount: Int { builder?.rowCount ?? 0 }

    var cellCount: Int { builder?.cellCount ?? 0 }

    var shapeWithoutRows: RowShape? { builder?.shapeWithoutRows }

    var dialect: ImportDialect? { ImportDialect(options, builder, header: columns ?? []) }

    mutating func append(_ bytes: some Collection<UInt8>) throws {
        var stream = stream
        self.stream = JSONElementStream(array: "")
        try stream.append(bytes) { try take($0) }
        self.stream = stream
    }

    mutating func finish() throws {
        var stream = stream
        try stream.finish { try take($0) }
        guard columns != nil else { throw missing("columns") }
        guard stream.hasArray else { throw missing("rows") }
    }

    mutating func takeRows() -> RowBlock? {
        builder?.takeRows()
    }

    private mutating func take(_ piece: JSONElementStream.Piece) throws {
        switch piece {
        case .member("columns", .array(let list)):
            let names = try ImportMapping.names(list)
            columns = names
            do throws(ImportError) {
                builder = try TableBuilder(columns: names, options: options)
            } catch {
                throw Problem(error, place: .names(names))
            }
            let rows = waiting
            waiting = []
            for row in rows { try add(row) }
        case .member(let name, let value) where takesRules && RulesPatch.isRule(name):
            let patch = try RulesPatch(JSONObject([(name, value)]))
            rules = rules?.followed(by: patch) ?? patch
        case .member(let name, _):
            guard name == "columns" || name == "rows" else {
                throw Problem(
                    .propertyUnknown, "The property \"\(name)\" is unknown.", at: JSONPointer.root.appending(name))
            }
            throw Problem(.propertyInvalid, "Expected a list.", at: JSONPointer.root.appending(name))
        case .element(let row):
            if builder == nil { try hold(row) } else { try add(row) }
        }
    }

    private mutating func hold(_ row: JSONValue) throws(Problem) {
        if case .array(let cells) = row {
            for case .string(let text) in cells { waitingCells += text.utf8.count / Self.bytesOfCell }
            waitingCells += cells.count
        }
        waitingCells += 1
        guard waitingCells <= Self.waitingCells else {
            throw Problem(.propertyMissing, "So many rows need \"columns\" before them.", pointer: "/columns")
        }
        waiting.append(row)
    }

    private mutating func add(_ row: JSONValue) throws {
        let pointer = JSONPointer.root.appending("rows").appending(rows)
        let cells = try ImportMapping.cells(row, at: pointer)
        do throws(ImportError) {
            try builder?.append(row: cells, line: rows + 1)
        } catch {
            throw Problem(error, place: .row(rows, columns: columns ?? []))
        }
        rows += 1
    }

    private func missing(_ name: String) -> Problem {
        Problem(.propertyMissing, "The property \"\(name)\" is missing.", at: JSONPointer.root.appending(name))
    }
}
