import ChartSeries
import ChartStores
import Foundation
import Logging
import Testing

@testable import ChartDatasets
@testable import ChartStorage

struct DatasetInspectionTests {
    private let folder = StoreFolder()

    /// Creates datasets of two full segments and reopens them, the first altered where the start does not check.
    private func catalog(spoiled: String? = "d/1-1.f64") throws -> LocalDatasetCatalog {
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            for name in ["d", "e"] {
                _ = try StoreFolder.put(StoreFolder.rows(0..<(2 * SegmentChecksum.rows)), as: name, in: directory)
            }
        }
        if let spoiled {
            var bytes = try folder.read(spoiled)
            bytes[8 * 1000] ^= 1
            try folder.write(bytes, to: spoiled)
        }
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        var tables: [String: Table] = [:]
        for found in try directory.open() { tables[found.name] = try found.table.get() }
        return LocalDatasetCatalog(tables, store: directory)
    }

    @Test func `an altered dataset is withdrawn after the start, and other datasets stay`() async throws {
        let catalog = try catalog()
        let held = catalog.retain("d")
        await DatasetVerifier(catalog: catalog, logger: Logger(label: "test"), pause: .zero).verify()
        #expect(catalog.names == ["e"])
        #expect(held?.rowCount == 2 * SegmentChecksum.rows)
        let refusal = #expect(throws: DatasetRefusal.self) { try catalog.rows(of: "d") }
        guard case .store(let error)? = refusal?.reason else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(error.kind == .damaged && error.description.contains("1-1.f64 was changed in rows 0 to 65535"))
    }

    @Test func `intact files are not withdrawn`() async throws {
        let catalog = try catalog(spoiled: nil)
        await DatasetVerifier(catalog: catalog, logger: Logger(label: "test"), pause: .zero).verify()
        #expect(catalog.names == ["d", "e"])
    }

    @Test func `rows are read and appended during an inspection`() async throws {
        let catalog = try catalog(spoiled: nil)
        var pauses = 0
        let error = await catalog.inspect("e") {
            pauses += 1
            let start = 2 * SegmentChecksum.rows + pauses
            let grown = try? catalog.append(StoreFolder.rows(start..<(start + 1)), to: "e")
            return grown?.rowCount == 2 * SegmentChecksum.rows + pauses
        }
        #expect(error == nil && pauses > 6)
        #expect(catalog.table("e")?.version == pauses + 1)
    }

    @Test func `rows that have replaced damaged ones are not withdrawn`() async throws {
        let catalog = try catalog()
        var isReplaced = false
        let error = await catalog.inspect("d") {
            if !isReplaced { isReplaced = (try? await catalog.put(StoreFolder.rows(0..<10), as: "d")) == false }
            return isReplaced
        }
        #expect(error == nil && isReplaced)
        #expect(catalog.table("d")?.rowCount == 10)
    }

    @Test func `a stopped inspection finds nothing`() async throws {
        let catalog = try catalog(spoiled: "d/1-2.f64")
        #expect(await catalog.inspect("d") { false } == nil)
        #expect(await catalog.inspect("none") { true } == nil)
        #expect(await catalog.inspect("d") { true } != nil)
    }
}
