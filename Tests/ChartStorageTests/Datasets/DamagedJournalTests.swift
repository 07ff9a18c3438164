import ChartSeries
import ChartStores
import Foundation
import Testing

@testable import ChartStorage

/// Altered journals and manifests, as opposed to those of a killed process.
struct DamagedJournalTests {
    private let folder = StoreFolder()

    private static func table(_ x: [Double]) throws -> Table {
        try Table(xName: "x", xKind: .number, x: x, columns: [(name: "y", values: x)])
    }

    @discardableResult
    private static func put(_ table: Table, in directory: DatasetDirectory) throws -> Table {
        let block = RowBlock(table)
        let draft = try directory.makeDraft(for: "d", shape: block.shape)
        try draft.append(block)
        return try directory.commit(draft, as: "d")
    }

    private func reopened() throws -> DatasetDirectory.Found {
        try #require(try DatasetDirectory(dataDirectory: folder.path).open().first)
    }

    private func damage() throws -> DatasetStoreError.Kind? {
        do { _ = try reopened().table.get() } catch let error as DatasetStoreError { return error.kind }
        return nil
    }

    @Test func `an altered or lost acknowledged line is damage, and nothing is cut`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            _ = try directory.open()
            var stored = try Self.put(try Self.table([1, 3, 4]), in: directory)
            for x in 5..<9 { stored = try directory.append(try Self.table([Double(x)]), to: stored, named: "d") }
        }
        let whole = try folder.read("d/1-journal")
        var altered: [[UInt8]] = [[], Array(whole.prefix(20))]
        for place in stride(from: 0, to: whole.count, by: 11) {
            altered.append(whole)
            altered[altered.count - 1][place] ^= 1
            altered.append(Array(whole.prefix(place)))
        }
        for bytes in altered {
            try folder.write(bytes, to: "d/1-journal")
            #expect(try damage() == .damaged)
            #expect(try folder.read("d/1-journal") == bytes)
        }
        try folder.write(whole, to: "d/1-journal")
        #expect(try reopened().table.get().rowCount == 7)
    }

    @Test func `a journal of an earlier version is read, and gets a header`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            let stored = try Self.put(try Self.table([1, 3, 4]), in: directory)
            _ = try directory.append(try Self.table([5]), to: stored, named: "d")
        }
        var manifest = try StoredDataset.readManifest(folder.file("d"))
        manifest.hasJournalHeader = nil
        try StoredDataset.write(manifest, to: folder.file("d"))
        let lines = try folder.read("d/1-journal").split(separator: UInt8(ascii: "\n")).dropFirst()
        let json = try #require(lines.first).dropFirst(17)
        let line = SegmentChecksum.text(of: Array(json)).utf8 + [UInt8(ascii: " ")] + json + [UInt8(ascii: "\n")]
        try folder.write(Array(line), to: "d/1-journal")
        #expect(try reopened().table.get().rowCount == 4)
        #expect(try StoredDataset.readManifest(folder.file("d")).hasJournalHeader == true)
        #expect(try folder.read("d/1-journal").starts(with: "appends 2 ".utf8))
        #expect(try reopened().table.get().rowCount == 4)
    }

    @Test func `a lost manifest is damage and keeps the columns; files of a killed import are removed`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            try Self.put(try Self.table([1, 3, 4]), in: directory)
        }
        try FileManager.default.removeItem(atPath: folder.file("d/manifest.json"))
        let kept = try folder.contents(of: "d")
        #expect(try damage() == .damaged)
        #expect(try folder.contents(of: "d") == kept)
        try folder.write([], to: "d/1-draft")
        #expect(try DatasetDirectory(dataDirectory: folder.path).open().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.file("d")))
    }
}
