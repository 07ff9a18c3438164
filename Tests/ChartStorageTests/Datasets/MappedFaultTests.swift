import ChartSeries
import ChartStores
import Foundation
import Logging
import StoreTestSupport
import Testing

@testable import ChartDatasets
@testable import ChartStorage

/// Rows whose files are truncated while they are mapped.
///
/// Without the watch over the mappings, the process ends with SIGBUS.
@Suite(.serialized) struct MappedFaultTests {
    private let folder = StoreFolder()
    private static let rows = 2 * SegmentChecksum.rows + 1000

    private func table(_ name: String, in directory: DatasetDirectory) throws -> Table {
        try StoreFolder.put(StoreFolder.rows(0..<Self.rows), as: name, in: directory)
    }

    private func cut(_ name: String, to bytes: Int) throws {
        try File(folder.file(name), .write).truncate(to: bytes)
    }

    /// Every way to choose rows over a few ranges.
    private func readEverything(_ table: Table) {
        for method in WindowMethod.allCases where method != .calendar {
            for (from, to) in [(-1e6, 1e7), (1000, 2000), (390_000, 400_000), (100_000, 350_000)] as [(Double, Double)]
            {
                let request = WindowRequest(
                    from: from, to: to, columns: [0, 1], method: method, width: 700, maximumRows: 4000, points: 500)
                _ = table.window(request)
            }
        }
        _ = table.valueRange(ofColumn: 0, rows: 5..<(Self.rows - 5))
        _ = table.valueRange(ofColumn: 1, rows: 100..<100_000, within: 3...400)
        _ = table.nearestRow(to: 250_000, in: 0..<Self.rows)
        _ = table.prefix(rows: 100_000, version: 1)
    }

    @Test func `a file truncated under its mapping damages only its dataset`() throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let catalog = LocalDatasetCatalog(
            ["d": try table("d", in: directory), "e": try table("e", in: directory)], store: directory)
        let held = try catalog.rows(of: "d")
        try cut("d/1-1.f64", to: 0)
        #expect(held.columns[0].values[100_000] == 0)
        #expect(held.soundness?.isDamaged == true)
        #expect(throws: DatasetRefusal(.store(.foundDamaged), of: "d")) { try catalog.rows(of: "d") }
        #expect(catalog.table("d") == nil && catalog.names == ["e"])
        readEverything(held)
        let other = try catalog.rows(of: "e")
        readEverything(other)
        #expect(other.soundness?.isDamaged == false && other.columns[1].values[100_000] == 50_000)
        #expect(catalog.reportDamage().map(\.name) == ["d"] && catalog.reportDamage().isEmpty)
    }

    @Test func `a truncated index damages its dataset`() throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let table = try table("d", in: directory)
        let index = try #require(try folder.names(in: "d").first { $0.hasSuffix(".index") })
        try cut("d/" + index, to: 100)
        readEverything(table)
        #expect(table.soundness?.isDamaged == true)
    }

    @Test func `a read of a truncated file neither ends the process nor goes unnoticed`() throws {
        var state: UInt64 = 18
        func random(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        for round in 0..<8 {
            let table = try table("d", in: directory)
            let names = try folder.names(in: "d").filter { !$0.contains("journal") && !$0.contains("manifest") }
            let name = names[random(below: names.count)]
            let size = try folder.read("d/" + name).count
            try cut("d/" + name, to: random(below: size))
            readEverything(table)
            let isNoticed = table.soundness?.isDamaged == true || directory.shortFile(of: "d") != nil
            #expect(isNoticed, "round \(round), \(name)")
        }
    }

    @Test func `a truncated file takes no appends`() throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let catalog = LocalDatasetCatalog(["d": try table("d", in: directory)], store: directory)
        // Within a page, where reads give zeros without a fault.
        try cut("d/1-1.f64", to: Self.rows * 8 - 8)
        let refusal = #expect(throws: DatasetRefusal.self) {
            try catalog.append(StoreFolder.rows(Self.rows..<(Self.rows + 1)), to: "d")
        }
        guard case .store(let error)? = refusal?.reason else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(error.kind == .damaged && error.description.contains("1-1.f64 was cut"))
        #expect(try folder.read("d/1-1.f64").count == Self.rows * 8 - 8)
        #expect(catalog.table("d") == nil)
    }

    @Test func `a file short by less than a page is found without a read`() async throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let catalog = LocalDatasetCatalog(
            ["d": try table("d", in: directory), "e": try table("e", in: directory)], store: directory)
        let verifier = DatasetVerifier(catalog: catalog, logger: Logger(label: "test"))
        await verifier.checkSizes()
        #expect(catalog.names == ["d", "e"])
        try cut("e/1-2.f64", to: Self.rows * 8 - 8)
        await verifier.checkSizes()
        #expect(catalog.names == ["d"])
    }

    @Test func `a replaced damaged dataset continues its versions`() async throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let catalog = LocalDatasetCatalog(["d": try table("d", in: directory)], store: directory)
        _ = try catalog.append(StoreFolder.rows(Self.rows..<(Self.rows + 1)), to: "d")
        _ = catalog.retain("d")
        await #expect(throws: DatasetRefusal(.inUse, of: "d")) {
            try await catalog.put(StoreFolder.rows(0..<5), as: "d")
        }
        try catalog.rows(of: "d").soundness?.noteDamage()
        #expect(try await catalog.put(StoreFolder.rows(0..<5), as: "d") == false)
        let table = try catalog.rows(of: "d")
        #expect(table.version == 3 && table.rowCount == 5 && table.soundness?.isDamaged == false)
    }

    @Test func `a dataset that cannot be mapped is not damaged`() {
        for (number, kind) in [(EMFILE, DatasetStoreError.Kind.exhausted), (ENOMEM, .exhausted), (ENOSPC, .full)] {
            errno = number
            #expect(DatasetStoreError.system("file", "cannot be mapped").kind == kind)
        }
    }
}
