import ChartSeries
import ChartStores
import Foundation
import Testing

@testable import ChartStorage

/// What a start makes of files as a power loss leaves them; `Tests/Store/power_test.py` makes such files at random.
struct PowerLossTests {
    private let folder = StoreFolder()

    /// Writes three rows, and appends two more in turn.
    private func makeRows(isSynchronous: Bool, opensFirst: Bool = true) throws {
        let directory = try DatasetDirectory(dataDirectory: folder.path, isSynchronous: isSynchronous)
        if opensFirst { _ = try directory.open() }
        var stored = try StoreFolder.put(StoreFolder.rows(0..<3), in: directory)
        for row in 3..<5 { stored = try directory.append(StoreFolder.rows(row..<row + 1), to: stored, named: "d") }
    }

    private func opened(isSynchronous: Bool = false) throws -> DatasetDirectory.Found {
        try #require(try DatasetDirectory(dataDirectory: folder.path, isSynchronous: isSynchronous).open().first)
    }

    /// Makes the next start one of another run of the machine.
    private func endRun() throws {
        try Data("another run\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/run"))
    }

    private var findings: [String] {
        get throws {
            try DatasetAudit(dataDirectory: folder.path).run(isRepairing: false)
                .map { "\($0.verdict.rawValue): \($0.detail)" }
        }
    }

    @Test(arguments: ["short", "zeros"])
    func `a journal without its last lines costs their rows after a power loss, and is damage otherwise`(
        _ end: String
    ) throws {
        try makeRows(isSynchronous: false)
        let whole = try folder.read("d/1-journal")
        let last = try #require(whole.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
        let lost = whole.count - last
        let kept = Array(whole[..<last]) + [UInt8](repeating: 0, count: end == "zeros" ? lost : 0)
        try folder.write(kept, to: "d/1-journal")
        #expect(throws: DatasetStoreError.self) { try opened().table.get() }
        #expect(try folder.read("d/1-journal") == kept)
        #expect(try findings.map { $0.prefix(8) } == ["damaged:"])
        try endRun()
        let text = "\(lost) bytes of the journal of the last appends are not on the disk"
        #expect(try findings == ["mendable: \(text); the next start goes on without them"])
        let found = try opened()
        #expect(try found.table.get().rowCount == 4)
        #expect(found.loss == text)
        #expect(try opened().loss == nil)
        #expect(try findings == ["sound: "])
    }

    @Test func `an altered line is damage after a power loss too`() throws {
        try makeRows(isSynchronous: false)
        var bytes = try folder.read("d/1-journal")
        bytes[bytes.count - 20] ^= 1
        try folder.write(bytes, to: "d/1-journal")
        try endRun()
        #expect(throws: DatasetStoreError.self) { try opened().table.get() }
        #expect(try folder.read("d/1-journal") == bytes)
    }

    @Test func `a segment that the disk lacks costs the appends since`() throws {
        let count = SegmentChecksum.rows
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            _ = try directory.open()
            let stored = try StoreFolder.put(StoreFolder.rows(0..<3), in: directory)
            _ = try directory.append(StoreFolder.rows(3..<count + 3), to: stored, named: "d")
        }
        var bytes = try folder.read("d/1-1.f64")
        bytes.replaceSubrange(80_000..<84_096, with: [UInt8](repeating: 0, count: 4_096))
        try folder.write(bytes, to: "d/1-1.f64")
        try endRun()
        let text = "\(count) rows of the last appends are not on the disk"
        #expect(try findings == ["mendable: \(text); the next start goes on without them"])
        let found = try opened()
        #expect(try found.table.get().rowCount == 3)
        #expect(found.loss == text)
    }

    @Test func `what waited for the disk is damage where it is missing, whatever the run of the machine`() throws {
        try makeRows(isSynchronous: true)
        let whole = try folder.contents(of: "d")
        try folder.write(Array(try folder.read("d/1-journal").dropLast(30)), to: "d/1-journal")
        #expect(throws: DatasetStoreError.self) { try opened(isSynchronous: true).table.get() }
        try folder.restore(whole, of: "d")
        try folder.write(Array(try folder.read("d/1-1.f64").dropLast(8)), to: "d/1-1.f64")
        #expect(throws: DatasetStoreError.self) { try opened().table.get() }
    }

    @Test func `a start that waits for the disk knows that the appends before did not`() throws {
        try makeRows(isSynchronous: false)
        try endRun()
        try folder.write(Array(try folder.read("d/1-1.f64").dropLast(8)), to: "d/1-1.f64")
        let found = try opened(isSynchronous: true)
        #expect(try found.table.get().rowCount == 4)
        #expect(found.loss == "1 rows of the last appends are not on the disk")
        #expect(MachineRun.lastUse(inDirectory: folder.path) == .synchronous)
        _ = try opened()
        #expect(MachineRun.lastUse(inDirectory: folder.path) == .sameRun)
    }

    @Test func `written rows count once they are acknowledged, and one call acknowledges all of them`() throws {
        let copy = StoreFolder()
        func rowsAfterAKill() throws -> Int? {
            try? FileManager.default.removeItem(atPath: copy.path)
            try FileManager.default.copyItem(atPath: folder.path, toPath: copy.path)
            return try copy.opened()?.get().rowCount
        }
        let directory = try DatasetDirectory(dataDirectory: folder.path, isSynchronous: true)
        var stored = try StoreFolder.put(StoreFolder.rows(0..<3), in: directory)
        for row in 3..<6 {
            stored = try directory.write(AppendedRows(StoreFolder.rows(row..<row + 1)), to: stored, named: "d")
        }
        #expect(stored.rowCount == 6 && stored.version == 4)
        #expect(try rowsAfterAKill() == 3)
        #expect(directory.acknowledge(["d", "none"]).isEmpty)
        #expect(try rowsAfterAKill() == 6)
    }

    @Test func `a line of a killed process that the header lacks counts from the opening on`() throws {
        try makeRows(isSynchronous: true)
        let whole = try folder.read("d/1-journal")
        let first = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
        let second = try #require(whole[(first + 1)...].firstIndex(of: UInt8(ascii: "\n")))
        // The header of the first line before, which a power loss may leave behind both.
        try folder.write(Self.header(length: second + 1) + whole[(first + 1)...], to: "d/1-journal")
        #expect(try opened(isSynchronous: true).table.get().rowCount == 5)
        #expect(try folder.read("d/1-journal") == whole)
    }

    private static func header(length: Int) -> [UInt8] {
        let number = String(length)
        let text = "appends 2 " + String(repeating: "0", count: 20 - number.count) + number
        return Array((text + " " + SegmentChecksum.text(of: Array(text.utf8)) + "\n").utf8)
    }
}
