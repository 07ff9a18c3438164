import ChartSeries
import Foundation
import Logging
import Testing

@testable import ChartSessions
@testable import ChartStorage

struct DatasetInspectionTests {
    private let folder = StoreFolder()

    /// Makes datasets of two full segments and opens them again, the first of them changed where the start does not look.
    private func catalog(spoiled: String? = "d/1-1.f64") throws -> DatasetCatalog {
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
        return DatasetCatalog(tables, store: directory)
    }

    @Test func `a dataset that was changed is withdrawn after the start, and the others stay`() async throws {
        let catalog = try catalog()
        let held = catalog.retain("d")
        await DatasetVerifier(catalog: catalog, logger: Logger(label: "test"), pause: .zero).verify()
        #expect(catalog.names == ["e"])
        #expect(held?.rowCount == 2 * SegmentChecksum.rows)
        let refusal = #expect(throws: DatasetCatalog.Refusal.self) { try catalog.rows(of: "d") }
        guard case .store(let error)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(error.kind == .damaged && error.description.contains("1-1.f64 was changed in rows 0 to 65535"))
    }

    @Test func `nothing is withdrawn of files that hold what was written`() async throws {
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

    @Test func `rows that took the place of damaged ones meanwhile are not withdrawn`() async throws {
        let catalog = try catalog()
        var isReplaced = false
        let error = await catalog.inspect("d") {
            if !isReplaced { isReplaced = (try? catalog.put(StoreFolder.rows(0..<10), as: "d")) == false }
            return isReplaced
        }
        #expect(error == nil && isReplaced)
        #expect(catalog.table("d")?.rowCount == 10)
    }

    @Test func `an inspection that is told to stop finds nothing`() async throws {
        let catalog = try catalog(spoiled: "d/1-2.f64")
        #expect(await catalog.inspect("d") { false } == nil)
        #expect(await catalog.inspect("none") { true } == nil)
        #expect(await catalog.inspect("d") { true } != nil)
    }
}
