import ChartDatasets
import ChartSeries
import ChartStores
import Foundation
import Testing

@testable import ChartStorage

/// Datasets that remember who wrote them, and the bytes of each owner.
struct DatasetOwnerTests {
    private let folder = StoreFolder()
    /// The bytes of a row of the samples: x and two columns.
    private static let rowBytes = 24

    private func catalog(mostBytesPerOwner: Int? = nil, mostBytes: Int? = nil) throws -> LocalDatasetCatalog {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        var (tables, damaged) = ([String: Table](), [String: DatasetStoreError]())
        var owners: [String: String] = [:]
        for found in try directory.open() {
            owners[found.name] = found.owner
            switch found.table {
            case .success(let table): tables[found.name] = table
            case .failure(let error): damaged[found.name] = error
            }
        }
        return LocalDatasetCatalog(
            tables, damaged: damaged, owners: owners, store: directory,
            quota: StorageQuota(mostBytes: mostBytes, mostBytesPerOwner: mostBytesPerOwner))
    }

    /// Makes one change, and returns the kind of its refusal; `nil` for a change that was made.
    private func refusal(of change: () async throws -> Void) async throws -> DatasetStoreError.Kind? {
        do {
            try await change()
            return nil
        } catch let refusal as DatasetRefusal {
            guard case .store(let error) = refusal.reason else { throw refusal }
            return error.kind
        } catch let error as DatasetStoreError {
            return error.kind
        }
    }

    @Test func `a dataset keeps its owner over appends and a restart, and a replacement has a new one`() async throws {
        do {
            let catalog = try catalog()
            _ = try await catalog.put(StoreFolder.rows(0..<10), as: "d", owner: "ann")
            _ = try await catalog.put(StoreFolder.rows(0..<10), as: "free")
            _ = try catalog.append(StoreFolder.rows(10..<20), to: "d")
            #expect(catalog.owner(of: "d") == "ann" && catalog.owner(of: "free") == nil)
            #expect(catalog.owner(of: "none") == nil)
        }
        do {
            let catalog = try catalog()
            #expect(catalog.owner(of: "d") == "ann" && catalog.owner(of: "free") == nil)
            #expect(catalog.bytes(ofOwner: "ann") == Folder.bytes(in: folder.file("d")))
            #expect(catalog.bytes(ofOwner: "ann") >= 20 * 16 && catalog.bytes(ofOwner: "bob") == 0)
            _ = try await catalog.put(StoreFolder.rows(0..<10), as: "d", owner: "bob")
            #expect(catalog.owner(of: "d") == "bob" && catalog.bytes(ofOwner: "ann") == 0)
        }
        do {
            let catalog = try catalog()
            #expect(catalog.owner(of: "d") == "bob")
            _ = try await catalog.put(StoreFolder.rows(0..<10), as: "d")
            #expect(catalog.owner(of: "d") == nil)
        }
        #expect(try catalog().owner(of: "d") == nil)
    }

    @Test func `a long journal is folded with the owner, and an empty dataset keeps it with its first rows`()
        async throws
    {
        do {
            let catalog = try catalog()
            let empty = try Table(xName: "t", xKind: .number, x: [], columns: [(name: "a", values: [])])
            _ = try await catalog.put(empty, as: "d", owner: "ann")
            let rows = try Table(xName: "t", xKind: .date, x: [1], columns: [(name: "a", values: [1])])
            _ = try catalog.append(rows, to: "d")
            #expect(catalog.owner(of: "d") == "ann")
        }
        var manifest = try StoredDataset.readManifest(folder.file("d"))
        #expect(manifest.owner == "ann")
        // An earlier version wrote journals without a header; the opening folds such a one.
        manifest.hasJournalHeader = nil
        try StoredDataset.write(manifest, to: folder.file("d"))
        #expect(try catalog().owner(of: "d") == "ann")
        #expect(try StoredDataset.readManifest(folder.file("d")).hasJournalHeader == true)
    }

    @Test func `a manifest of an earlier version is read and has no owner`() async throws {
        do { _ = try await catalog().put(StoreFolder.rows(0..<10), as: "d") }
        let text = String(decoding: try folder.read("d/manifest.json"), as: UTF8.self)
        #expect(!text.contains("owner"), "without an owner the bytes are those of earlier versions")
        let catalog = try catalog()
        #expect(catalog.names == ["d"] && catalog.owner(of: "d") == nil)
    }

    @Test func `a changed owner in a manifest is damage`() async throws {
        do { _ = try await catalog().put(StoreFolder.rows(0..<10), as: "d", owner: "ann") }
        let text = String(decoding: try folder.read("d/manifest.json"), as: UTF8.self)
        let changed = text.replacing(#""owner":"ann""#, with: #""owner":"bob""#)
        #expect(changed != text)
        try folder.write(Array(changed.utf8), to: "d/manifest.json")
        let catalog = try catalog()
        #expect(catalog.names.isEmpty && catalog.owner(of: "d") == nil)
        guard case .failure(let error)? = catalog.content(of: "d") else {
            Issue.record("the dataset opens")
            return
        }
        #expect(error.kind == .damaged)
    }

    @Test func `a damaged dataset still counts for its owner`() async throws {
        do { _ = try await catalog().put(StoreFolder.rows(0..<10), as: "d", owner: "ann") }
        var bytes = try folder.read("d/1-1.f64")
        bytes[3] ^= 1
        try folder.write(bytes, to: "d/1-1.f64")
        let catalog = try catalog()
        #expect(catalog.names.isEmpty && catalog.owner(of: "d") == "ann" && catalog.bytes(ofOwner: "ann") > 0)
    }

    @Test func `the bytes of an owner are limited, and two owners do not mix`() async throws {
        let rows = 4_000
        let most = 2 * rows * Self.rowBytes
        do {
            let catalog = try catalog(mostBytesPerOwner: most)
            _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "one", owner: "ann")
            #expect(
                try await refusal { _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "two", owner: "ann") }
                    == .ownerQuota)
            #expect(catalog.names == ["one"])
            _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "two", owner: "bob")
            _ = try await catalog.put(StoreFolder.rows(0..<(3 * rows)), as: "free")
            _ = try catalog.append(StoreFolder.rows((3 * rows)..<(6 * rows)), to: "free")
            let more = try StoreFolder.rows(rows..<(2 * rows))
            #expect(try await refusal { _ = try catalog.append(more, to: "one") } == .ownerQuota)
            #expect(catalog.table("one")?.rowCount == rows)
            _ = try catalog.append(StoreFolder.rows(rows..<(rows + 100)), to: "one")
        }
        let catalog = try catalog(mostBytesPerOwner: most)
        #expect(
            try await refusal { _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "x", owner: "ann") }
                == .ownerQuota)
        try await catalog.remove("one")
        _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "x", owner: "ann")
    }

    @Test func `a replaced dataset frees the bytes of its old owner`() async throws {
        let rows = 4_000
        let catalog = try catalog(mostBytesPerOwner: 2 * rows * Self.rowBytes)
        _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "d", owner: "ann")
        #expect(
            try await refusal { _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "e", owner: "ann") }
                == .ownerQuota)
        _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "d", owner: "bob")
        #expect(
            try await refusal { _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "f", owner: "bob") }
                == .ownerQuota)
        _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "e", owner: "ann")
    }

    @Test func `drafts reserve bytes of their owner, and a refused or dropped one frees them`() async throws {
        let rows = 4_000
        let catalog = try catalog(mostBytesPerOwner: 2 * rows * Self.rowBytes)
        let block = RowBlock(try StoreFolder.rows(0..<rows))
        let rest = RowBlock(try StoreFolder.rows(rows..<(2 * rows)))
        do {
            let draft = try catalog.makeDraft(for: "one", shape: block.shape, owner: "ann")
            try draft.append(block)
            try draft.append(rest)
            let second = try catalog.makeDraft(for: "two", shape: block.shape, owner: "ann")
            #expect(try await refusal { try second.append(block) } == .ownerQuota)
            let other = try catalog.makeDraft(for: "two", shape: block.shape, owner: "bob")
            try other.append(block)
            #expect(try await refusal { try draft.append(rest) } == .ownerQuota)
        }
        _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "two", owner: "ann")
    }

    @Test func `pending rows reserve bytes of the dataset's owner until their release`() async throws {
        let rows = 4_000
        let catalog = try catalog(mostBytesPerOwner: 3 * rows * Self.rowBytes)
        for (name, owner) in [("a", "ann"), ("b", "bob")] {
            _ = try await catalog.put(StoreFolder.rows(0..<10), as: name, owner: owner)
        }
        func pending(_ name: String) throws -> AppendedRows {
            let pending = catalog.rowsToAppend(to: try catalog.rows(of: name), of: name)
            try pending.append(RowBlock(StoreFolder.rows(10..<rows)))
            try pending.append(RowBlock(StoreFolder.rows(rows..<(2 * rows))))
            return pending
        }
        do {
            let first = try pending("a")
            #expect(try await refusal { _ = try pending("a") } == .ownerQuota)
            let second = try pending("b")
            #expect(first.rowCount == second.rowCount)
        }
        _ = try catalog.append(try pending("a"), to: "a")
        #expect(catalog.table("a")?.rowCount == 2 * rows)
    }

    @Test func `rows for a dataset that another owner has replaced count for that owner`() async throws {
        let rows = 4_000
        let catalog = try catalog(mostBytesPerOwner: 3 * rows * Self.rowBytes)
        _ = try await catalog.put(StoreFolder.rows(0..<10), as: "d", owner: "ann")
        let pending = catalog.rowsToAppend(to: try catalog.rows(of: "d"), of: "d")
        try pending.append(RowBlock(StoreFolder.rows(10..<rows)))
        try pending.append(RowBlock(StoreFolder.rows(rows..<(2 * rows))))
        _ = try await catalog.put(StoreFolder.rows(0..<rows), as: "other", owner: "bob")
        _ = try await catalog.put(StoreFolder.rows(0..<10), as: "d", owner: "bob")
        #expect(try await refusal { _ = try catalog.append(pending, to: "d") } == .ownerQuota)
    }
}
