import ChartDatasets
import ChartSeries
import ChartStores
import Testing

@testable import ChartStorage

/// Appends of several pieces.
struct AppendedRowsTests {
    private let folder = StoreFolder()

    private func catalog(mostBytes: Int? = nil) throws -> LocalDatasetCatalog {
        LocalDatasetCatalog(
            store: try DatasetDirectory(dataDirectory: folder.path), quota: StorageQuota(mostBytes: mostBytes))
    }

    private func spools() throws -> [String] { try folder.names(in: "").filter { $0.hasPrefix(FileRowSpool.prefix) } }

    private func expectSame(_ one: Table, _ other: Table) {
        #expect(one.x == other.x && one.version == other.version)
        for (left, right) in zip(one.columns, other.columns) {
            #expect(left.name == right.name && left.values.map(\.bitPattern) == right.values.map(\.bitPattern))
            #expect(left.minimum == right.minimum && left.maximum == right.maximum)
            #expect(left.missingCount == right.missingCount)
        }
    }

    @Test func `pieces become one version and survive a restart`() async throws {
        var expected = try StoreFolder.rows(0..<10)
        do {
            let catalog = try catalog()
            _ = try await catalog.put(expected, as: "d")
            let rows = catalog.rowsToAppend(to: try catalog.rows(of: "d"), of: "d")
            try rows.append(RowBlock(StoreFolder.rows(10..<6_000)))
            #expect(try spools().isEmpty, "one piece stays in memory")
            try rows.append(RowBlock(StoreFolder.rows(6_000..<9_000)))
            try rows.append(RowBlock(StoreFolder.rows(9_000..<9_001)))
            #expect(try spools().count == 1)
            #expect(rows.rowCount == 8_991 && rows.last?.x == 27_000)
            #expect(try catalog.rows(of: "d").rowCount == 10, "nothing is seen of them yet")
            let grown = try catalog.append(rows, to: "d")
            try expected.append(StoreFolder.rows(10..<9_001))
            expectSame(grown, expected)
        }
        #expect(try spools().isEmpty)
        expectSame(try #require(try folder.opened()).get(), expected)
    }

    @Test func `an x that becomes irregular in a later piece is written from its first row`() async throws {
        func rows(_ x: [Double]) throws -> Table {
            try Table(xName: "t", xKind: .number, x: x, columns: [(name: "v", values: x)])
        }
        do {
            let catalog = try catalog()
            _ = try await catalog.put(try rows([10, 20, 30]), as: "d")
            let pieces = catalog.rowsToAppend(to: try catalog.rows(of: "d"), of: "d")
            for x in [[40, 50], [60, 61], [61, 70]] as [[Double]] { try pieces.append(RowBlock(try rows(x))) }
            #expect(try catalog.append(pieces, to: "d").x.regularity == nil)
        }
        let stored = try #require(try folder.opened()).get()
        #expect(stored.x == [10, 20, 30, 40, 50, 60, 61, 61, 70] && stored.version == 2)
    }

    @Test func `an append that fails in a later piece changes nothing`() async throws {
        let catalog = try catalog()
        _ = try await catalog.put(try StoreFolder.rows(0..<5_000), as: "d")
        let before = try catalog.rows(of: "d")
        do {
            let rows = catalog.rowsToAppend(to: before, of: "d")
            for start in [5_000, 6_000, 7_000] { try rows.append(RowBlock(StoreFolder.rows(start..<(start + 1_000)))) }
            let spool = try #require(try spools().first)
            try folder.write(Array(folder.read(spool).dropLast(8)), to: spool)
            #expect(throws: DatasetRefusal.self) { try catalog.append(rows, to: "d") }
        }
        expectSame(try catalog.rows(of: "d"), before)
        let next = try StoreFolder.rows(5_000..<5_003)
        var expected = before
        try expected.append(next)
        expectSame(try catalog.append(next, to: "d"), expected)
        #expect(try spools().isEmpty)
    }

    @Test func `rows that cannot fit are refused with the second piece`() async throws {
        let catalog = try catalog()
        _ = try await catalog.put(try StoreFolder.rows(0..<10), as: "d")
        let rows = catalog.rowsToAppend(to: try catalog.rows(of: "d"), of: "d")
        try rows.append(RowBlock(StoreFolder.rows(0..<20)))
        #expect(throws: DatasetRefusal(.table(.olderThanLast(last: 28, first: 0)), of: "d")) {
            try rows.append(RowBlock(StoreFolder.rows(20..<21)))
        }
        #expect(try spools().isEmpty)
    }

    @Test func `pending rows count against the quota until their release`() async throws {
        let catalog = try catalog(mostBytes: 1 << 20)
        _ = try await catalog.put(try StoreFolder.rows(0..<10), as: "d")
        let table = try catalog.rows(of: "d")
        do {
            let rows = catalog.rowsToAppend(to: table, of: "d")
            try rows.append(RowBlock(StoreFolder.rows(10..<20_000)))
            try rows.append(RowBlock(StoreFolder.rows(20_000..<40_000)))
            let others = catalog.rowsToAppend(to: table, of: "d")
            try others.append(RowBlock(StoreFolder.rows(10..<11)))
            let refusal = #expect(throws: DatasetRefusal.self) {
                try others.append(RowBlock(StoreFolder.rows(11..<10_000)))
            }
            guard case .store(let error)? = refusal?.reason else { throw try #require(refusal) }
            #expect(error.kind == .quota)
        }
        #expect(try spools().isEmpty)
        #expect(try catalog.append(StoreFolder.rows(10..<30_000), to: "d").rowCount == 30_000)
    }

    @Test func `the next start removes the spool of a killed append`() throws {
        do {
            _ = try StoreFolder.put(StoreFolder.rows(0..<3), in: DatasetDirectory(dataDirectory: folder.path))
        }
        try folder.write([1, 2, 3], to: FileRowSpool.prefix + "7")
        #expect(try folder.opened()?.get().rowCount == 3)
        #expect(try spools().isEmpty)
    }
}
