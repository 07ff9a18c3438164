import CoreTestSupport
import Testing

@testable import ChartSeries

/// A calendar of steps of 10, 100 and 1,000 units of x.
private let tens: CivilSteps = { instant, step in
    let place = CalendarUnit.allCases.firstIndex(of: step.unit) ?? 0
    let length = (0..<place).reduce(10.0) { length, _ in length * 10 } * Double(step.count)
    let start = (instant / length).rounded(.down) * length
    return (start, start + length)
}

/// Rows that come late, again, or go.
struct RowMergeTests {
    private static func table(
        _ x: [Double], _ values: [Double]? = nil, key: RowRules.Key? = nil, late: RowRules.Late = .refuse,
        lateRows: Int = 1_000_000
    ) throws -> Table {
        var rules = RowRules()
        (rules.key, rules.late, rules.lateRows) = (key, late, lateRows)
        let columns = [(name: "a", values: values ?? x.map { 10 * $0 }), (name: "b", values: x.map { -$0 })]
        return try Table(xName: "x", xKind: .number, x: x, columns: columns).with(rules: rules, edits: [], events: nil)
    }

    private static func rows(
        _ x: [Double], _ columns: [(String, [Double])], kind: XKind = .number
    ) -> IncomingRows {
        IncomingRows(xName: "x", xKind: kind, names: columns.map(\.0), x: x, columns: columns.map(\.1))
    }

    /// The table after the rows of a request.
    private static func result(_ table: Table, _ rows: IncomingRows) throws -> (table: Table, counts: RowMerge.Counts) {
        let merge = try table.merging(rows)
        switch merge.change {
        case .nothing: return (table, merge.counts)
        case .append(let behind):
            var grown = table
            try grown.append(behind)
            return (grown, merge.counts)
        case .edit(let edit): return (table.applying(edit), merge.counts)
        }
    }

    private static func counts(_ merged: Int, _ replaced: Int, _ dropped: Int) -> RowMerge.Counts {
        var counts = RowMerge.Counts()
        (counts.merged, counts.replaced, counts.dropped) = (merged, replaced, dropped)
        return counts
    }

    @Test func `without a key a row of an equal x stands behind those`() throws {
        let (table, counts) = try Self.result(
            Self.table([1, 2, 2, 3], late: .merge), Self.rows([2, 4, 0], [("a", [7, 8, 9]), ("b", [0, 0, 0])]))
        #expect(Array(table.x) == [0, 1, 2, 2, 2, 3, 4])
        #expect(Array(table.columns[0].values) == [9, 10, 20, 20, 7, 30, 8])
        #expect(counts == Self.counts(2, 0, 0))
    }

    @Test func `with a key a row replaces the last one of its x, in the columns that it names`() throws {
        let (table, counts) = try Self.result(
            Self.table([1, 2, 2, 3], key: .x, late: .merge), Self.rows([3, 2, 5], [("a", [.nan, 7, 8])]))
        #expect(Array(table.x) == [1, 2, 2, 3, 5])
        #expect(isSame(table.columns[0].values, [10, 20, 7, .nan, 8]))
        #expect(isSame(table.columns[1].values, [-1, -2, -2, -3, .nan]))
        #expect(counts == Self.counts(0, 2, 0))
    }

    @Test func `of several rows of one x in a request the later wins, column by column`() throws {
        let none = IncomingRows.unnamedCell
        let (table, counts) = try Self.result(
            Self.table([1], key: .x),
            Self.rows([1, 2, 1, 2], [("a", [5, none, none, 7]), ("b", [none, 3, 4, none])]))
        #expect(Array(table.x) == [1, 2])
        #expect(isSame(table.columns[0].values, [5, 7]))
        #expect(isSame(table.columns[1].values, [4, 3]))
        #expect(counts == Self.counts(0, 1, 0))
    }

    @Test func `a late row is taken while no more rows stand behind it than the rules say`() throws {
        let table = try Self.table((1...10).map(Double.init), late: .merge, lateRows: 3)
        for x in [7, 7.5, 9.0] {
            #expect(try Self.result(table, Self.rows([x], [("a", [0]), ("b", [0])])).counts == Self.counts(1, 0, 0))
        }
        #expect(throws: TableError.tooLate(first: 6.5, earliest: 7)) {
            try table.merging(Self.rows([11, 8, 6.5], [("a", [0, 0, 0]), ("b", [0, 0, 0])]))
        }
    }

    @Test func `late rows are left out or refuse the request, as the rules say`() throws {
        let late = Self.rows([2, 3, 4], [("a", [0, 0, 0]), ("b", [0, 0, 0])])
        let (table, counts) = try Self.result(try Self.table([1, 3], late: .drop), late)
        #expect(Array(table.x) == [1, 3, 3, 4])
        #expect(counts == Self.counts(0, 0, 1))
        #expect(throws: TableError.olderThanLast(last: 3, first: 2)) { try Self.table([1, 3]).merging(late) }
        #expect(throws: TableError.olderThanLast(last: 3, first: 2)) { try Self.table([1, 3], key: .x).merging(late) }
    }

    @Test func `without a key the rows name all columns, and with one none that is unknown`() throws {
        #expect(throws: TableError.missingColumn("b")) {
            try Self.table([1], late: .merge).merging(Self.rows([2], [("a", [0])]))
        }
        #expect(throws: TableError.unknownColumn("c")) {
            try Self.table([1], key: .x).merging(Self.rows([2], [("c", [0])]))
        }
    }

    @Test func `a late row of a wide table is too late where very many cells stand behind it`() throws {
        var rules = RowRules()
        (rules.late, rules.lateRows) = (.merge, 1_000_000_000)
        let (rows, names) = (33_000, (0..<1_023).map { "c\($0)" })
        let values = ColumnValues([Double](repeating: 1, count: rows))
        let table = Table(
            trusting: "x", xKind: .number, x: ColumnValues((0..<rows).map(Double.init)),
            columns: names.map { Column(trusting: $0, values: values, minimum: 1, maximum: 1, missingCount: 0) },
            version: 1
        ).with(rules: rules, edits: [], events: nil)
        let late = IncomingRows(
            xName: "x", xKind: .number, names: names, x: [0.5], columns: names.map { _ in [2] })
        #expect(throws: TableError.tooLate(first: 0.5, earliest: Double(rows - (1 << 15) - 1), kind: .number)) {
            try table.merging(late)
        }
    }

    @Test func `the changes since a version name the first and the last x`() throws {
        let table = try Self.table([1, 2, 3]).numbered(9).with(
            rules: .standard,
            edits: [TableEdit(version: 4, changed: 2...3), TableEdit(version: 7, changed: 1...1)], events: nil)
        #expect(table.edition == 7)
        #expect(table.changes(since: 7) == nil)
        #expect(table.changes(since: 5)?.changed == 1...1)
        #expect(table.changes(since: 3)?.changed == 1...3)
        #expect(table.prefix(rows: 2, version: 5)?.edition == 4)
    }

    /// The answers of a table to many requests.
    private func answers(of table: Table) -> [String] {
        guard let extent = table.extent else { return ["no rows"] }
        var answers: [String] = []
        let span = extent.last - extent.first
        for (from, to) in [(extent.first, extent.last), (extent.first + span / 3, extent.first + span / 2)] {
            for method in [WindowMethod.m4, .calendar] {
                let window = table.window(
                    WindowRequest(
                        from: from, to: to, columns: [0, 1], method: method, width: 37, maximumRows: 200,
                        civil: tens))
                answers.append("\(Array(window.rows)) \(window.isExact) \(String(describing: window.aggregation))")
            }
        }
        for column in table.columns {
            for rows in [0..<table.rowCount, table.rowCount / 3..<table.rowCount] {
                answers.append("\(String(describing: column.withReader { $0.sum(of: rows) }))")
                answers.append("\(String(describing: column.withReader { $0.extremes(of: rows) }))")
            }
            answers.append("\(column.minimum as Double?) \(column.maximum as Double?) \(column.missingCount)")
        }
        return answers
    }

    /// A row of the model.
    private struct Row {
        var x: Double
        var a: Double
        var b: Double
    }

    @Test(arguments: seeds(24))
    func `an edited table answers as one that is made of a sorted list, and each edition can be made again`(
        seed: Int
    ) throws {
        var random = SeededCases(seed: UInt64(seed))
        let isKeyed = seed.isMultiple(of: 2)
        var model = (0..<[50, 5_000, 9_000][seed % 3]).map { Row(x: Double($0), a: Double($0 % 89), b: -1) }
        var table = try Self.fresh(model, isKeyed)
        var editions: [(table: Table, delta: RowDelta?)] = []
        for _ in 0..<12 {
            let last = model.last?.x ?? 0
            let before = table
            var delta: RowDelta?
            if random.isTrue(oneIn: 4), !model.isEmpty {
                let from = model[random.integer(in: 0...(model.count - 1))].x
                let range = from...(from + Double(random.integer(in: 0...300)))
                model.removeAll { range.contains($0.x) }
                let (edit, count) = try #require(table.removing(range))
                #expect(count == before.rowCount - model.count)
                table = table.applying(edit)
                delta = edit.delta
            } else {
                let x = (0..<random.integer(in: 1...40)).map { _ in
                    (last + Double(random.integer(in: -200...40)) / 2).rounded() * (isKeyed ? 1 : 0.5)
                }
                let a = x.map { _ in random.isTrue(oneIn: 9) ? .nan : Double(random.integer(in: -900...900)) }
                for (x, a) in zip(x, a) { Self.put(x, a, into: &model, isKeyed) }
                let merge = try table.merging(Self.rows(x, isKeyed ? [("a", a)] : [("a", a), ("b", a)], kind: .date))
                switch merge.change {
                case .nothing: Issue.record("rows are left out")
                case .append(let behind): try table.append(behind)
                case .edit(let edit):
                    table = table.applying(edit)
                    delta = edit.delta
                }
            }
            editions.append((before, delta))
            let fresh = try Self.fresh(model, isKeyed)
            #expect(isSame(table.x, fresh.x))
            for (column, expected) in zip(table.columns, fresh.columns) {
                #expect(isSame(column.values, expected.values))
            }
            #expect(answers(of: table) == answers(of: fresh))
        }
        var rows = table
        for (before, delta) in editions.reversed() {
            guard let delta else {
                rows = try #require(rows.prefix(rows: before.rowCount, version: before.version))
                continue
            }
            let stored = try #require(RowDelta(words: delta.words))
            #expect(stored.words == delta.words)
            rows = try #require(rows.undoing(stored, of: before.version + 1))
            #expect(rows.version == before.version)
            #expect(isSame(rows.x, before.x))
            #expect(answers(of: rows) == answers(of: before))
        }
    }

    private static func fresh(_ model: [Row], _ isKeyed: Bool) throws -> Table {
        var rules = RowRules()
        (rules.key, rules.late) = (isKeyed ? .x : nil, .merge)
        return try Table(
            xName: "x", xKind: model.isEmpty ? .number : .date, x: model.map(\.x),
            columns: [(name: "a", values: model.map(\.a)), (name: "b", values: model.map(\.b))]
        ).with(rules: rules, edits: [], events: nil)
    }

    /// Puts a row into a sorted list, without any search.
    private static func put(_ x: Double, _ a: Double, into model: inout [Row], _ isKeyed: Bool) {
        if isKeyed, let index = model.lastIndex(where: { $0.x == x }) {
            model[index].a = a
        } else {
            let index = model.firstIndex { $0.x > x } ?? model.count
            model.insert(Row(x: x, a: a, b: isKeyed ? .nan : a), at: index)
        }
    }
}
