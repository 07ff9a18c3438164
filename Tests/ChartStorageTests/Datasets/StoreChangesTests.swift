import ChartDatasets
import ChartSeries
import ChartStores
import Foundation
import Testing

@testable import ChartStorage

/// Overlapping changes of one dataset, and changes that fail midway.
struct StoreChangesTests {
    private let folder = StoreFolder()

    private func draft(
        _ rows: Range<Int>, in directory: DatasetDirectory
    ) throws -> any DatasetDraft {
        let block = RowBlock(try StoreFolder.rows(rows))
        let draft = try directory.makeDraft(for: "d", shape: block.shape)
        try draft.append(block)
        return draft
    }

    @Test(arguments: [false, true])
    func `two drafts of one name are both intact, and the last commit counts`(isFirstOverOld: Bool) throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        if isFirstOverOld { _ = try StoreFolder.put(StoreFolder.rows(0..<3), in: directory) }
        let one = try draft(0..<5000, in: directory)
        let other = try draft(0..<7000, in: directory)
        #expect(try directory.commit(other, as: "d").rowCount == 7000)
        #expect(try directory.commit(one, as: "d").rowCount == 5000)
        let generation = isFirstOverOld ? 2 : 1
        #expect(try folder.names(in: "d").allSatisfy { $0 == "manifest.json" || $0.hasPrefix("\(generation)-") })
    }

    @Test func `a draft takes columns that come with later rows, in its files too`() throws {
        let first = try Table(
            xName: "t", xKind: .number, x: (0..<70_000).map { Double($0) },
            columns: [("a", (0..<70_000).map { Double($0 % 7) })])
        let later = try Table(
            xName: "t", xKind: .number, x: [70_000, 70_001], columns: [("a", [1, .nan]), ("b", [.nan, 3])])
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            let draft = try directory.makeDraft(for: "d", shape: RowBlock(first).shape)
            try draft.append(RowBlock(first))
            try draft.append(RowBlock(later))
            _ = try directory.commit(draft, as: "d")
        }
        let table = try #require(try folder.opened()).get()
        #expect(table.rowCount == 70_002 && table.columns.map(\.name) == ["a", "b"])
        #expect(table.columns.map(\.missingCount) == [1, 70_001] && table.columns[1].maximum == 3)
        #expect(table.columns[1].values[69_999].isNaN && table.columns[1].values[70_001] == 3)
    }

    @Test func `a spool keeps the columns of each piece`() throws {
        _ = try DatasetDirectory(dataDirectory: folder.path)
        let spool = try FileRowSpool(folder.path + "/spool")
        let narrow = try Table(xName: "t", xKind: .number, x: [1], columns: [("a", [2])])
        let wide = try Table(xName: "t", xKind: .number, x: [3, 4], columns: [("a", [5, 6]), ("b", [7, 8])])
        for piece in [narrow, wide] { try spool.append(piece) }
        #expect(try spool.piece(0).columns.map(\.name) == ["a"] && spool.piece(0).columns[0].values == [2])
        #expect(try spool.piece(1).columns.map { Array($0.values) } == [[5, 6], [7, 8]])
    }

    @Test func `a dropped draft keeps the files of another one`() throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let kept: any DatasetDraft
        do {
            let givenUp = try draft(0..<10, in: directory)
            kept = try draft(0..<20, in: directory)
            _ = givenUp
        }
        #expect(try directory.commit(kept, as: "d").rowCount == 20)
    }

    @Test func `the removal of a dataset keeps a draft of its name intact`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            _ = try StoreFolder.put(StoreFolder.rows(0..<3), in: directory)
            let coming = try draft(0..<5000, in: directory)
            try directory.remove("d")
            #expect(try folder.names(in: "d").allSatisfy { $0.hasPrefix("2-") })
            #expect(try directory.commit(coming, as: "d").rowCount == 5000)
        }
        #expect(try #require(try folder.opened()).get().rowCount == 5000)
    }

    @Test func `a removed dataset leaves no folder, even without its manifest`() throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        for isManifestGone in [false, true] {
            _ = try StoreFolder.put(StoreFolder.rows(0..<5000), in: directory)
            if isManifestGone { try FileManager.default.removeItem(atPath: folder.file("d/manifest.json")) }
            try directory.remove("d")
            #expect(try folder.names(in: "").isEmpty)
        }
    }

    @Test func `a commit that fails to write its manifest keeps the old rows, which take appends`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            let old = try StoreFolder.put(StoreFolder.rows(0..<10), in: directory)
            let coming = try draft(0..<5000, in: directory)
            let blocker = folder.file("d/manifest.new")
            try FileManager.default.createDirectory(atPath: blocker, withIntermediateDirectories: true)
            #expect(throws: DatasetStoreError.self) { try directory.commit(coming, as: "d") }
            #expect(try directory.append(StoreFolder.rows(10..<12), to: old, named: "d").rowCount == 12)
            try FileManager.default.removeItem(atPath: blocker)
        }
        #expect(try #require(try folder.opened()).get().rowCount == 12)
    }

    @Test func `appends continue while the manifest cannot be written`() async throws {
        // These long column names make a journal that is folded after a few appends.
        let names = (0..<4).map { String(repeating: "\($0)", count: 70_000) }
        func rows(_ rows: Range<Int>) throws -> Table {
            try Table(
                xName: "t", xKind: .number, x: rows.map { Double($0 * $0) },
                columns: names.map { (name: $0, values: rows.map(Double.init)) })
        }
        let count = 10 + 4 * SegmentChecksum.rows
        do {
            let catalog = LocalDatasetCatalog(store: try DatasetDirectory(dataDirectory: folder.path))
            #expect(try await catalog.put(rows(0..<10), as: "d"))
            let blocker = folder.file("d/manifest.new")
            try FileManager.default.createDirectory(atPath: blocker, withIntermediateDirectories: true)
            var end = 10
            for step in 0..<6 {
                let added = step == 4 ? 4 * SegmentChecksum.rows - 20 : 4
                #expect(try catalog.append(rows(end..<(end + added)), to: "d").rowCount == end + added)
                end += added
            }
            #expect(end == count)
        }
        let table = try #require(try folder.opened()).get()
        #expect(table.rowCount == count && table.columns[3].values[count - 1] == Double(count - 1))
    }
}
