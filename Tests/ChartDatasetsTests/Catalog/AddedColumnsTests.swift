import ChartDatasets
import ChartSeries
import ChartStores
import StoreTestSupport
import Testing

/// Rows with columns that the rows before lack.
struct AddedColumnsTests {
    private func block(_ x: [Double], _ columns: KeyValuePairs<String, [Double]>) throws -> RowBlock {
        RowBlock(
            try Table(xName: "t", xKind: .number, x: x, columns: columns.map { (name: $0.key, values: $0.value) }))
    }

    private func text(_ table: Table) -> String {
        "\(Array(table.x)) "
            + table.columns.map { "\($0.name) \(Array($0.values)) \($0.missingCount) \($0.minimum ?? .nan)" }
            .joined(separator: ", ")
    }

    @Test func `a draft takes columns that come with later rows`() throws {
        let draft = try MemoryDatasetStore().makeDraft(
            for: "a", shape: RowShape(xName: "t", xKind: .number, columns: ["a"]))
        try draft.append(block([1, 2], ["a": [5, .nan]]))
        try draft.append(block([3], ["a": [7], "b": [8]]))
        try draft.append(block([4], ["a": [9], "b": [.nan], "c": [1]]))
        try draft.prepare()
        #expect(
            text(try draft.commit(version: 1))
                == "[1.0, 2.0, 3.0, 4.0] a [5.0, nan, 7.0, 9.0] 1 5.0, b [nan, nan, 8.0, nan] 3 8.0, c [nan, nan, nan, 1.0] 3 1.0"
        )
    }

    @Test func `an append adds columns only where it may`() async throws {
        let catalog = LocalDatasetCatalog(["a": try Table(xName: "t", xKind: .number, x: [1], columns: [("a", [5])])])
        let table = try #require(catalog.table("a"))
        let strict = catalog.rowsToAppend(to: table, of: "a")
        try strict.append(block([2], ["a": [6], "b": [7]]))
        await #expect(throws: DatasetRefusal(.table(.unknownColumn("b")), of: "a")) {
            _ = try await catalog.commit(strict, to: "a")
        }
        let rows = catalog.rowsToAppend(to: table, of: "a", addingColumns: true)
        try rows.append(block([2], ["a": [6]]))
        try rows.append(block([3], ["a": [.nan], "b": [7]]))
        let (described, _) = try catalog.description(of: table, named: "a", with: rows)
        #expect(described.rowCount == 3 && described.columns.map(\.missingCount) == [1, 2])
        #expect(catalog.table("a")?.columns.count == 1)
        let grown = try await catalog.commit(rows, to: "a")
        #expect(text(grown) == "[1.0, 2.0, 3.0] a [5.0, 6.0, nan] 1 5.0, b [nan, nan, 7.0] 2 7.0")
        #expect(grown.version == 2)
    }

    @Test func `a segment that is older than a column lacks it`() throws {
        let table = try Table(xName: "t", xKind: .number, x: [1, 2], columns: [("a", [5, 6])])
        let bytes = DatasetSegment.encode(table, 0..<2, columns: ["a"])
        let segment = DatasetSegment(bytes, firstRow: 0, rows: 2)
        let shape = RowShape(xName: "t", xKind: .number, columns: ["a", "b"])
        #expect(text(try segment.decode(bytes, shape: shape, skipping: 1)) == "[2.0] a [6.0] 0 6.0, b [nan] 1 nan")
        let narrow = RowShape(xName: "t", xKind: .number, columns: [])
        #expect(throws: DatasetStoreError.self) { try segment.decode(bytes, shape: narrow, skipping: 0) }
    }
}
