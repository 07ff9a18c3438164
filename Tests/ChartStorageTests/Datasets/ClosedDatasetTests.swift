import ChartSeries
import ChartStores
import Foundation
import Synchronization
import Testing

@testable import ChartDatasets
@testable import ChartStorage

/// Datasets whose files are unmapped, since no caller uses them.
@Suite(.serialized) struct ClosedDatasetTests {
    private let folder = StoreFolder()

    private func catalog(_ names: [String] = ["d", "e"]) throws -> LocalDatasetCatalog {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        var tables: [String: Table] = [:]
        for name in names { tables[name] = try StoreFolder.put(StoreFolder.rows(0..<5_000), as: name, in: directory) }
        return LocalDatasetCatalog(tables, store: directory)
    }

    /// The number of the process's mappings of the test's files.
    private func mappings() -> Int {
        let bytes = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
        // Other tests have files with names that are not text.
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").count { $0.contains(folder.path) }
    }

    @Test func `an unused dataset is unmapped, and mapped again for the next caller`() throws {
        let catalog = try catalog()
        let before = mappings()
        #expect(before > 0 || !FileManager.default.fileExists(atPath: "/proc/self/maps"))
        catalog.closeIdle()
        #expect(mappings() == before)
        _ = try catalog.rows(of: "e")
        catalog.closeIdle()
        #expect(catalog.isClosed("d") && !catalog.isClosed("e") && mappings() == before / 2)
        #expect(catalog.table("d") == nil && catalog.names == ["d", "e"])
        #expect(catalog.descriptions.map(\.description.rowCount) == [5_000, 5_000])
        #expect(catalog.isClosed("d"), "a list opens no file")
        let again = try catalog.rows(of: "d")
        #expect(again.rowCount == 5_000 && again.columns[1].values[4_000] == 2_000)
        #expect(mappings() == before)
    }

    @Test func `closed datasets can be appended to, used, replaced and removed`() async throws {
        let names = ["a", "b", "c", "d"]
        let catalog = try catalog(names)
        catalog.closeIdle()
        catalog.closeIdle()
        #expect(names.allSatisfy { catalog.isClosed($0) } && mappings() == 0)
        let grown = try catalog.append(StoreFolder.rows(5_000..<5_001), to: "a")
        #expect(grown.rowCount == 5_001 && grown.version == 2 && catalog.table("a")?.version == 2)
        #expect(catalog.retain("b")?.rowCount == 5_000)
        #expect(try await catalog.put(StoreFolder.rows(0..<10), as: "c") == false)
        #expect(try catalog.rows(of: "c").version == 2)
        try await catalog.remove("d")
        #expect(catalog.names == ["a", "b", "c"])
        await #expect(throws: DatasetRefusal(.inUse, of: "b")) { try await catalog.remove("b") }
    }

    @Test func `damage found in closed files, or at their opening, is reported`() throws {
        let catalog = try catalog()
        let held = try catalog.rows(of: "d")
        catalog.closeIdle()
        catalog.closeIdle()
        try File(folder.file("e/1-1.f64"), .write).truncate(to: 100)
        let refusal = #expect(throws: DatasetRefusal.self) { try catalog.rows(of: "e") }
        guard case .store(let error)? = refusal?.reason, error.kind == .damaged else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        held.soundness?.noteDamage()
        #expect(throws: DatasetRefusal(.store(.foundDamaged), of: "d")) { try catalog.rows(of: "d") }
        #expect(catalog.names.isEmpty && catalog.descriptions.isEmpty)
    }

    @Test func `held rows and reopened rows share their soundness`() throws {
        let catalog = try catalog()
        let held = try catalog.rows(of: "d")
        catalog.closeIdle()
        catalog.closeIdle()
        let again = try catalog.rows(of: "d")
        again.soundness?.noteDamage()
        #expect(held.soundness?.isDamaged == true)
    }

    @Test func `without room for mappings, idle datasets are closed for requested ones`() throws {
        let store = CrowdedStore(try DatasetDirectory(dataDirectory: folder.path))
        var tables: [String: Table] = [:]
        for name in ["a", "b", "c"] {
            tables[name] = try StoreFolder.put(StoreFolder.rows(0..<10), as: name, in: store.directory)
        }
        let catalog = LocalDatasetCatalog(tables, store: store)
        catalog.closeIdle()
        catalog.closeIdle()
        for name in ["a", "b", "c", "a", "c"] { #expect(try catalog.rows(of: name).rowCount == 10) }
        #expect(store.open == ["a", "c"] || store.open == ["c"])
        store.most = 0
        #expect(catalog.isClosed("b"))
        #expect(throws: DatasetRefusal(.store(CrowdedStore.refusal), of: "b")) { try catalog.rows(of: "b") }
        #expect(catalog.names == ["a", "b", "c"], "it is not damaged")
        #expect(catalog.retain("b") == nil)
        store.most = 1
        #expect(try catalog.rows(of: "b").rowCount == 10)
    }
}

/// A store with a small limit of open files.
private final class CrowdedStore: DatasetStore {
    static let refusal = DatasetStoreError(.exhausted, "too many files")
    let directory: DatasetDirectory
    private let state = Mutex((open: Set<String>(), most: 2))

    init(_ directory: DatasetDirectory) { self.directory = directory }

    var open: Set<String> { state.withLock { $0.open } }
    var most: Int {
        get { state.withLock { $0.most } }
        set { state.withLock { $0.most = newValue } }
    }

    func makeDraft(
        for name: String, shape: RowShape, owner: String?
    ) throws(DatasetStoreError) -> any DatasetDraft {
        try directory.makeDraft(for: name, shape: shape, owner: owner)
    }

    func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        try directory.append(rows, to: table, named: name)
    }

    func remove(_ name: String) throws(DatasetStoreError) { try directory.remove(name) }

    func close(_ name: String) {
        state.withLock { _ = $0.open.remove(name) }
        directory.close(name)
    }

    func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        let isRefused = state.withLock { state in
            guard state.open.count < state.most else { return true }
            state.open.insert(name)
            return false
        }
        guard !isRefused else { throw Self.refusal }
        return try directory.open(name, soundness)
    }
}
