package import ChartDatasets
package import ChartSeries
import ChartStores

/// The tests that a catalog of datasets must pass over every store.
package enum DatasetCatalogConformance {
    /// The checks of the suite.
    package enum Check: String, CaseIterable, Sendable {
        /// A new dataset is new once; a replacement has the next version and its own rows and owner.
        case replacement
        /// Rows are appended behind the earlier ones, bit by bit, in any order of their columns.
        case appends
        /// Rows in many pieces become visible together.
        case pieces
        /// The first rows of an empty dataset decide what x measures.
        case firstRows
        /// Rows that do not fit change nothing.
        case refusals
        /// A condition that is not met changes nothing.
        case expectations
        /// A removed dataset is gone, and its name can be used again.
        case removal
        /// A list describes all datasets in the order of their names.
        case list
        /// Rules last until they are changed, and a replacement keeps them.
        case rules
        /// What people have noted about the data lasts until it is changed, through every change of the rows.
        case events
        /// Late and repeated rows stand where they belong, and those of a range go.
        case edits
        /// Rows of earlier editions can be made for the logs of live sessions, and others are gone.
        case editions
        /// Rows beyond those that the rules retain are dropped from the front, and the others keep their numbers.
        case retention
        /// Columns are added behind the others, missing in the rows before.
        case columns
    }

    /// Runs a check.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - catalog: A catalog without datasets.
    /// - Throws: What the catalog throws where it should not.
    package static func run(_ check: Check, on catalog: any DatasetCatalog) async throws {
        switch check {
        case .replacement: try await replacement(catalog)
        case .appends: try await appends(catalog)
        case .pieces: try await pieces(catalog)
        case .firstRows: try await firstRows(catalog)
        case .refusals: try await refusals(catalog)
        case .expectations: try await expectations(catalog)
        case .removal: try await removal(catalog)
        case .list: try await list(catalog)
        case .rules: try await rules(catalog)
        case .events: try await events(catalog)
        case .edits: try await edits(catalog)
        case .editions: try await editions(catalog)
        case .retention: try await retention(catalog)
        case .columns: try await columns(catalog)
        }
    }

    /// Rows with an irregular x, and a column with gaps.
    package static func rows(_ rows: Range<Int>, xKind: XKind = .number, isReversed: Bool = false) throws -> Table {
        let columns = [
            (name: "a", values: rows.map { $0 % 97 == 5 ? .nan : Double($0 * 7919 % 1009) }),
            (name: "b", values: rows.map { Double($0) / 2 }),
        ]
        return try Table(
            xName: "t", xKind: xKind, x: rows.map { Double($0 * 3 + $0 % 2) },
            columns: isReversed ? columns.reversed() : columns)
    }

    /// Whether two tables have the same rows, bit by bit, and the same summaries.
    package static func isSame(_ one: Table, _ other: Table) -> Bool {
        one.xKind == other.xKind && one.xName == other.xName && one.x.elementsEqual(other.x)
            && one.columns.map(\.name) == other.columns.map(\.name)
            && zip(one.columns, other.columns).allSatisfy { column, expected in
                column.values.elementsEqual(expected.values) { $0.bitPattern == $1.bitPattern }
                    && column.minimum == expected.minimum && column.maximum == expected.maximum
                    && column.missingCount == expected.missingCount
            }
    }

    private static func require(_ isTrue: Bool, line: Int = #line) throws {
        if !isTrue { throw DatasetNonconformance(line: line, reason: "a condition does not hold") }
    }

    private static func requireSame(_ one: Table, _ other: Table, line: Int = #line) throws {
        guard !isSame(one, other) else { return }
        throw DatasetNonconformance(
            line: line, reason: "\(one.rowCount) rows differ from the \(other.rowCount) expected ones")
    }

    private static func require<Value>(
        _ reason: DatasetRefusal.Reason, of dataset: String = "d", line: Int = #line,
        _ body: () async throws -> Value
    ) async throws {
        let refusal = DatasetRefusal(reason, of: dataset)
        do {
            _ = try await body()
        } catch let error as DatasetRefusal where error == refusal {
            return
        }
        throw DatasetNonconformance(line: line, reason: "there is no refusal \(refusal)")
    }

    private static func replacement(_ catalog: any DatasetCatalog) async throws {
        try require(await catalog.put(rows(0..<5_000), as: "d", owner: "one"))
        let first = try catalog.rows(of: "d")
        try requireSame(first, rows(0..<5_000))
        try require(catalog.owner(of: "d") == "one")
        try require(await !catalog.put(rows(7..<20), as: "d", owner: "two"))
        let second = try catalog.rows(of: "d")
        try requireSame(second, rows(7..<20))
        try require(second.version == first.version + 1)
        try require(catalog.owner(of: "d") == "two")
        try requireSame(first, rows(0..<5_000))
    }

    private static func appends(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<10), as: "d")
        var (end, version) = (10, try catalog.rows(of: "d").version)
        for count in [1, 2, 5_000, 1, 70_000, 3] {
            let grown = try await catalog.commit(
                AppendedRows(rows(end..<(end + count), isReversed: count.isMultiple(of: 2))), to: "d")
            (end, version) = (end + count, version + 1)
            try require(grown.rowCount == end && grown.version == version)
        }
        try requireSame(catalog.rows(of: "d"), rows(0..<end))
    }

    private static func pieces(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<10), as: "d")
        let appended = catalog.rowsToAppend(to: try catalog.rows(of: "d"), of: "d")
        for start in stride(from: 10, to: 310, by: 100) {
            try appended.append(RowBlock(rows(start..<(start + 100))))
            try require(try catalog.rows(of: "d").rowCount == 10)
        }
        try require(await catalog.commit(appended, to: "d").rowCount == 310)
        try requireSame(catalog.rows(of: "d"), rows(0..<310))
    }

    private static func events(_ catalog: any DatasetCatalog) async throws {
        func put(_ id: String, _ text: String) async throws -> Table {
            try await catalog.setEvents(of: "d") { table in
                (table.events ?? TableEvents([], version: 0)).putting(id, text, version: table.version + 1)
            }
        }
        func requireEvents(_ texts: [String], line: Int = #line) async throws {
            try await catalog.confirm("d")
            let found = try catalog.rows(of: "d").events?.events.map { "\($0.id) \($0.text)" } ?? []
            try require(found == texts, line: line)
        }
        _ = try await catalog.put(rows(0..<10), as: "d")
        try await requireEvents([])
        let version = try catalog.rows(of: "d").version
        try require(await put("b", "one\u{1F600}").version == version + 1)
        try require(await put("a", #"{"two":2}"#).events?.version == version + 2)
        try require(await put("b", "three").events?["b"]?.version == version + 3)
        let all = ["b three", #"a {"two":2}"#]
        try await requireEvents(all)
        try require(await catalog.setEvents(of: "d") { _ in nil }.version == version + 3)
        _ = try await catalog.commit(AppendedRows(rows(10..<20)), to: "d")
        try await requireEvents(all)
        _ = try await catalog.setRules(of: "d") { _ in merging }
        _ = try await catalog.add(rows(at: [4.5], 1), to: "d")
        _ = try await catalog.removeRows(in: 0...3, of: "d", expecting: { _ in true })
        try await requireEvents(all)
        _ = try await catalog.put(rows(0..<30), as: "d")
        try await requireEvents(all)
        let less = try await catalog.setEvents(of: "d") { $0.events?.removing("b", version: $0.version + 1) }
        try require(less.events?.version == less.version)
        try await requireEvents([#"a {"two":2}"#])
        try await require(.unknown, of: "none") { try await catalog.setEvents(of: "none") { $0.events } }
        try await catalog.remove("d", expecting: { _ in true })
        _ = try await catalog.put(rows(0..<10), as: "d")
        try await requireEvents([])
    }

    private static func firstRows(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<0), as: "d")
        let version = try catalog.rows(of: "d").version
        let grown = try await catalog.commit(AppendedRows(rows(0..<3, xKind: .date)), to: "d")
        try requireSame(grown, rows(0..<3, xKind: .date))
        try require(grown.version == version + 1)
        try requireSame(
            await catalog.commit(AppendedRows(rows(3..<9, xKind: .date)), to: "d"), try rows(0..<9, xKind: .date))
    }

    private static func refusals(_ catalog: any DatasetCatalog) async throws {
        try await require(.unknown, of: "none") {
            try await catalog.commit(AppendedRows(rows(0..<1)), to: "none")
        }
        try await require(.unknown, of: "none") { try await catalog.remove("none") }
        _ = try await catalog.put(rows(5..<10), as: "d")
        try await require(.table(.olderThanLast(last: 28, first: 12))) {
            try await catalog.commit(AppendedRows(rows(4..<12)), to: "d")
        }
        try requireSame(catalog.rows(of: "d"), rows(5..<10))
    }

    private static func expectations(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<10), as: "d")
        try await require(.unexpected) {
            try await catalog.commit(AppendedRows(rows(10..<12)), to: "d") { _ in false }
        }
        try await require(.unexpected) {
            try await catalog.put(rows(0..<2), as: "d") { $0 == nil }
        }
        try await require(.unexpected) {
            try await catalog.remove("d") { (try? $0?.get())?.rowCount == 9 }
        }
        try requireSame(catalog.rows(of: "d"), rows(0..<10))
        try await catalog.remove("d") { (try? $0?.get())?.rowCount == 10 }
    }

    private static func removal(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<10), as: "d")
        try await catalog.remove("d")
        try require(catalog.names.isEmpty)
        try await require(.unknown) { try catalog.rows(of: "d") }
        try require(await catalog.put(rows(3..<4), as: "d"))
        try requireSame(catalog.rows(of: "d"), rows(3..<4))
    }

    /// The rules of a dataset that takes late and repeated rows.
    package static var merging: RowRules {
        var rules = RowRules()
        (rules.key, rules.late) = (.x, .merge)
        return rules
    }

    /// Rows with values of their own.
    package static func rows(at x: [Double], _ value: Double) -> IncomingRows {
        IncomingRows(
            xName: "t", xKind: .number, names: ["a", "b"], x: x,
            columns: [x.map { _ in value }, x.map { _ in -value }])
    }

    private static func rules(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<10), as: "d")
        let version = try catalog.rows(of: "d").version
        let changed = try await catalog.setRules(of: "d") { _ in merging }
        try require(changed.rules == merging && changed.version == version + 1)
        try require(await catalog.setRules(of: "d") { $0 }.version == version + 1)
        try require(await catalog.commit(AppendedRows(rows(10..<12)), to: "d").rules == merging)
        try require(catalog.descriptions.first?.description.rules == merging)
        _ = try await catalog.put(rows(3..<20), as: "d")
        try require(try catalog.rows(of: "d").rules == merging)
        try await require(.unknown, of: "none") { try await catalog.setRules(of: "none") { $0 } }
        try await require(.unexpected) { try await catalog.setRules(of: "d", expecting: { _ in false }) { $0 } }
    }

    private static func edits(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<5_000), as: "d")
        _ = try await catalog.setRules(of: "d") { _ in merging }
        let version = try catalog.rows(of: "d").version
        let added = try await catalog.add(rows(at: [15_000, 14_997, 0], 7), to: "d")
        try require(added.counts?.merged == 1 && added.counts?.replaced == 1 && added.counts?.dropped == 0)
        try require(added.table.version == version + 1 && added.table.edition == version + 1)
        var model = try Array(rows(0..<5_000).x)
        var values = try Array(rows(0..<5_000).columns[0].values)
        values[0] = 7
        let place = model.firstIndex { $0 > 14_997 } ?? model.count
        model.insert(14_997, at: place)
        values.insert(7, at: place)
        model.append(15_000)
        values.append(7)
        try require(added.table.x.elementsEqual(model))
        try require(added.table.columns[0].values.elementsEqual(values) { $0.bitPattern == $1.bitPattern })
        let (rest, count) = try await catalog.removeRows(in: 0...90, of: "d")
        try require(count == 31 && rest.x.elementsEqual(model.dropFirst(31)) && rest.version == version + 2)
        try require(try catalog.rows(of: "d").x.elementsEqual(model.dropFirst(31)))
        try require(await catalog.removeRows(in: 0...90, of: "d").count == 0)
        let appended = try await catalog.add(rows(at: [20_000], 1), to: "d")
        try require(appended.table.version == version + 3 && appended.table.edition == version + 2)
        let last = try await catalog.removeRows(in: 0...30_000, of: "d")
        try require(last.table.rowCount == 0 && last.count == model.count - 31 + 1)
        try require(await catalog.add(rows(at: [1, 2], 1), to: "d").table.rowCount == 2)
    }

    private static func editions(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<100), as: "d")
        _ = try await catalog.setRules(of: "d") { _ in merging }
        let first = try catalog.rows(of: "d")
        func lookup(_ table: Table) -> DatasetLookup {
            DatasetLookup(name: "d", version: table.version, rows: table.rowCount, edition: table.edition)
        }
        func seen(_ table: Table) async throws -> Table? {
            do {
                if catalog.isShared { _ = try await catalog.provide(lookup(table)) }
                return try catalog.rows(readAs: lookup(table)).prefix(rows: table.rowCount, version: table.version)
            } catch  where error.reason == .gone(lookup(table)) {
                return nil
            }
        }
        guard catalog.retain("d") != nil else { throw DatasetNonconformance(line: #line, reason: "no dataset") }
        let second = try await catalog.add(rows(at: [50.5], 1), to: "d").table
        let third = try await catalog.add(rows(at: [400], 2), to: "d").table
        let fourth = try await catalog.add(rows(at: [400, 3], 3), to: "d").table
        for table in [first, second, third, fourth] {
            guard let same = try await seen(table) else {
                throw DatasetNonconformance(line: #line, reason: "version \(table.version) is gone")
            }
            try requireSame(same, table)
            try require(same.edition == table.edition)
        }
        catalog.release("d")
        guard !catalog.isShared else { return }
        _ = try await catalog.removeRows(in: 0...3, of: "d")
        try require(await seen(third) == nil)
    }

    private static func retention(_ catalog: any DatasetCatalog) async throws {
        func lookup(_ table: Table) -> DatasetLookup {
            DatasetLookup(name: "d", version: table.version, rows: table.rowCount, edition: table.edition)
        }
        /// The rows of a version; `nil` where they are gone.
        func seen(_ table: Table) async throws -> Table? {
            do {
                if catalog.isShared { guard try await catalog.provide(lookup(table)) else { return nil } }
                return try catalog.rows(readAs: lookup(table)).prefix(rows: table.rowCount, version: table.version)
            } catch  where error.reason == .gone(lookup(table)) {
                return nil
            }
        }
        _ = try await catalog.put(rows(0..<1_000), as: "d")
        let limited = try await catalog.setRules(of: "d") { rules in
            var rules = rules
            rules.retain = RowRules.Retention()
            rules.retain?.rows = 1_000
            return rules
        }
        guard catalog.retain("d") != nil else { throw DatasetNonconformance(line: #line, reason: "no dataset") }
        let more = try await catalog.add(AppendedRows(rows(1_000..<1_127)), to: "d").table
        try require(more.rowCount == 1_127 && more.firstRow == 0)
        let dropped = try await catalog.add(AppendedRows(rows(1_127..<1_140)), to: "d").table
        try require(dropped.rowCount == 1_012 && dropped.firstRow == 128)
        try requireSame(dropped, rows(128..<1_140))
        try requireSame(catalog.rows(of: "d"), rows(128..<1_140))
        let x = try rows(0..<1_400).x
        try require(dropped.edits.last?.changed == x[0]...x[127] && dropped.edition == dropped.version)
        try require(catalog.descriptions.first?.description.firstRow == 128)
        guard let before = try await seen(limited) else {
            throw DatasetNonconformance(line: #line, reason: "the rows before the last drop are gone")
        }
        try requireSame(before, rows(0..<1_000))
        try require(before.firstRow == 0)
        _ = try await catalog.removeRows(in: 3_000...3_004, of: "d")
        try require(try catalog.rows(of: "d").firstRow == 128)
        let again = try await catalog.add(AppendedRows(rows(1_140..<1_400)), to: "d").table
        try require(again.firstRow == 128 + 256 && again.rowCount == 1_400 - 384 - 2)
        let gone = try await seen(limited)
        try require(gone == nil || catalog.isShared)
        catalog.release("d")
        let aged = try await catalog.setRules(of: "d") { rules in
            var rules = rules
            rules.retain?.age = 1_000
            return rules
        }
        let short = await catalog.retained("d", aged)
        try require(short.firstRow.isMultiple(of: 64) && short.rowCount < 400 && short.x[0] <= x[1_399] - 1_000)
        _ = try await catalog.put(rows(0..<10), as: "d")
        try require(try catalog.rows(of: "d").firstRow == 0 && catalog.rows(of: "d").rules.retain?.rows == 1_000)
    }

    private static func columns(_ catalog: any DatasetCatalog) async throws {
        _ = try await catalog.put(rows(0..<100), as: "d")
        _ = try await catalog.setRules(of: "d") { _ in merging }
        let wider = IncomingRows(xName: "t", xKind: .number, names: ["c"], x: [400, 4], columns: [[1, 2]])
        try await require(.table(.unknownColumn("c"))) { try await catalog.add(wider, to: "d") }
        let added = try await catalog.add(wider, to: "d", addingColumns: true).table
        try require(added.columns.map(\.name) == ["a", "b", "c"] && added.rowCount == 101)
        try require(added.columns[2].missingCount == 99 && added.columns[2].values[1] == 2)
        try require(try catalog.rows(of: "d").columns[2].values[100] == 1)
        let behind = IncomingRows(xName: "t", xKind: .number, names: ["e"], x: [500], columns: [[4]])
        try require(await catalog.add(behind, to: "d", addingColumns: true).table.columns.count == 4)
    }

    private static func list(_ catalog: any DatasetCatalog) async throws {
        for name in ["b", "a", "B"] { _ = try await catalog.put(rows(0..<10), as: name) }
        _ = try await catalog.commit(AppendedRows(rows(10..<200)), to: "a")
        try require(catalog.descriptions.map(\.name) == ["B", "a", "b"])
        let (described, expected) = (catalog.descriptions[1].description, TableDescription(try rows(0..<200)))
        try require(described.rowCount == 200 && described.extent?.last == expected.extent?.last)
        try require(described.columns.map(\.minimum) == expected.columns.map(\.minimum))
        try require(described.columns.map(\.missingCount) == expected.columns.map(\.missingCount))
    }
}

/// What a catalog does that it should not.
package struct DatasetNonconformance: Error, CustomStringConvertible {
    /// The line of the check.
    package let line: Int
    /// What was found, a clause.
    package let reason: String

    /// The line and the reason.
    package var description: String { "line \(line): \(reason)" }
}
