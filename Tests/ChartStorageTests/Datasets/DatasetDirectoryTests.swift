import ChartSeries
import ChartStores
import Foundation
import Testing

@testable import ChartStorage

/// A temporary folder for a test.
private final class Scratch {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("datasets-\(UUID().uuidString)").path

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/datasets/" + name }

    /// Changes one byte of a file.
    func flip(_ name: String, byte: Int) throws {
        let url = URL(fileURLWithPath: file(name))
        var data = try Data(contentsOf: url)
        data[byte] ^= 1
        try data.write(to: url)
    }

    func resize(_ name: String, by bytes: Int) throws {
        let url = URL(fileURLWithPath: file(name))
        let data = try Data(contentsOf: url)
        try (bytes < 0 ? data.dropLast(-bytes) : data + Data(count: bytes)).write(to: url)
    }
}

struct DatasetDirectoryTests {
    private let scratch = Scratch()

    private func table(_ x: [Double], _ a: [Double], _ b: [Double]? = nil) throws -> Table {
        try Table(
            xName: "t", xKind: .date, x: x,
            columns: [(name: "a", values: a)] + (b.map { [(name: "b", values: $0)] } ?? []))
    }

    @discardableResult
    private func put(
        _ table: Table, as name: String = "d", in directory: DatasetDirectory, version: Int = 1
    ) throws -> Table {
        let block = RowBlock(table)
        let draft = try directory.makeDraft(for: name, shape: block.shape)
        try draft.append(block)
        try draft.prepare()
        return try draft.commit(version: version)
    }

    private func reopened(_ name: String = "d") throws -> DatasetDirectory.Found {
        let directory = try DatasetDirectory(dataDirectory: scratch.path)
        return try #require(try directory.open().first { $0.name == name })
    }

    private func expectSame(_ one: Table, _ other: Table) {
        #expect(one.xName == other.xName && one.xKind == other.xKind && one.version == other.version)
        #expect(one.x == other.x)
        #expect(one.columns.map(\.name) == other.columns.map(\.name))
        for (left, right) in zip(one.columns, other.columns) {
            #expect(left.values.map(\.bitPattern) == right.values.map(\.bitPattern))
            #expect(left.minimum == right.minimum && left.maximum == right.maximum)
            #expect(left.missingCount == right.missingCount)
        }
    }

    @Test func `a committed dataset survives a restart, bit for bit`() throws {
        let rows = try table([1, 2, 5], [.nan, -0.0, 1e300], [3, 2, 1])
        do {
            let stored = try put(rows, in: DatasetDirectory(dataDirectory: scratch.path))
            expectSame(stored, rows)
        }
        expectSame(try reopened().table.get(), rows)
    }

    @Test func `appended rows survive a restart, and earlier tables keep their rows`() throws {
        var expected = try table([1, 2, 5], [1, 2, 3])
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            var stored = try put(expected, in: directory)
            let before = stored
            for x in [5, 6, 9] as [Double] {
                let rows = try table([x, x + 1], [x, .nan])
                guard x > 5 else { continue }
                stored = try directory.append(rows, to: stored, named: "d")
                try expected.append(rows)
            }
            #expect(before.rowCount == 3)
            expectSame(stored, expected)
        }
        expectSame(try reopened().table.get(), expected)
    }

    @Test func `a regular x has no file until an irregular row`() throws {
        var expected = try table([10, 20, 30], [1, 2, 3])
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            var stored = try put(expected, in: directory)
            #expect(stored.x.regularity?.step == 10)
            #expect(!FileManager.default.fileExists(atPath: scratch.file("d/1-0.f64")))
            for rows in [try table([40, 50], [4, 5]), try table([51], [6]), try table([60], [7])] {
                stored = try directory.append(rows, to: stored, named: "d")
                try expected.append(rows)
                #expect((stored.x.regularity == nil) == (rows.x[0] > 50))
            }
            expectSame(stored, expected)
        }
        expectSame(try reopened().table.get(), expected)
    }

    @Test func `appends continue beyond the mapping and over full segments`() throws {
        let count = SegmentChecksum.rows + 10
        var expected = try table((0..<count).map { Double($0 * $0) }, (0..<count).map { Double($0 % 7) })
        let more = 3 * SegmentChecksum.rows
        let rows = try table(
            (0..<more).map { Double(count * count + $0) }, (0..<more).map { Double($0 % 5) - 9 })
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            let stored = try put(expected, in: directory)
            let grown = try directory.append(rows, to: stored, named: "d")
            try expected.append(rows)
            expectSame(grown, expected)
            try directory.verify("d")
        }
        let directory = try DatasetDirectory(dataDirectory: scratch.path)
        expectSame(try directory.open()[0].table.get(), expected)
        try directory.verify("d")
        #expect(expected.columns[0].minimum == -9)
    }

    @Test func `a replaced dataset leaves no file of the old one, and its readers keep their rows`() throws {
        let directory = try DatasetDirectory(dataDirectory: scratch.path)
        let old = try put(try table([1, 2, 4], [1, 2, 3]), in: directory)
        let new = try put(try table([7, 8, 10], [9, 9, 9]), in: directory, version: 2)
        #expect(Array(old.x) == [1, 2, 4])
        #expect(Array(new.x) == [7, 8, 10])
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.file("d"))
        #expect(files.sorted() == ["2-0.f64", "2-1.f64", "2-journal", "manifest.json"])
    }

    @Test func `a dropped draft leaves no files, nor does a killed one after a restart`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            try put(try table([1, 3, 4], [1, 2, 3]), in: directory)
            let block = RowBlock(try table([9, 9], [1, 1]))
            for name in ["d", "new"] {
                let draft = try directory.makeDraft(for: name, shape: block.shape)
                try draft.append(block)
            }
            #expect(!FileManager.default.fileExists(atPath: scratch.file("new")))
        }
        for left in ["d/7-0.f64", "d/manifest.new", "torn/1-0.f64", "torn/1-draft", "torn/manifest.new"] {
            try FileManager.default.createDirectory(
                atPath: scratch.file("torn"), withIntermediateDirectories: true)
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: scratch.file(left)))
        }
        #expect(try reopened().table.get().rowCount == 3)
        let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.file("")).sorted()
        #expect(names == ["d", "d/1-0.f64", "d/1-1.f64", "d/1-journal", "d/manifest.json"])
    }

    @Test func `rows without an acknowledgement do not come back`() throws {
        do {
            try put(try table([1, 3, 4], [1, 2, 3]), in: DatasetDirectory(dataDirectory: scratch.path))
        }
        try scratch.resize("d/1-0.f64", by: 16)
        try scratch.resize("d/1-1.f64", by: 5)
        let found = try reopened()
        #expect(try found.table.get().rowCount == 3)
        #expect(found.loss == nil)
    }

    @Test func `a journal truncated in its last line keeps the lines before`() throws {
        let first = try table([1, 3, 4], [1, 2, 3])
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            var stored = try put(first, in: directory)
            stored = try directory.append(try table([5], [4]), to: stored, named: "d")
            _ = try directory.append(try table([6], [5]), to: stored, named: "d")
        }
        let url = URL(fileURLWithPath: scratch.file("d/1-journal"))
        let whole = try Data(contentsOf: url)
        let lastLine = try #require(whole.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
        // A process killed during the write of the line leaves this file: the header does not count the line.
        let header = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
        let before = String(format: "appends 2 %020d", lastLine)
        let headed = Data("\(before) \(SegmentChecksum.text(of: Array(before.utf8)))\n".utf8) + whole.dropFirst(header)
        for length in stride(from: lastLine, to: whole.count - 1, by: 7) {
            try headed.prefix(length).write(to: url)
            let found = try reopened()
            #expect(try found.table.get().rowCount == 4)
            #expect((found.loss == nil) == (length == lastLine))
        }
        try headed.write(to: url)
        #expect(try reopened().table.get().rowCount == 5)
    }

    @Test func `an append after a truncated line is intact`() throws {
        do {
            try put(try table([1, 3, 4], [1, 2, 3]), in: DatasetDirectory(dataDirectory: scratch.path))
        }
        let journal = scratch.file("d/1-journal")
        let torn =
            try Data(contentsOf: URL(fileURLWithPath: journal)) + Data(String(repeating: "torn ", count: 200).utf8)
        try torn.write(to: URL(fileURLWithPath: journal))
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            let stored = try directory.open()[0].table.get()
            _ = try directory.append(try table([5], [4]), to: stored, named: "d")
        }
        #expect(try reopened().table.get().rowCount == 4)
    }

    @Test func `an error names a damaged file, and other datasets open`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            for name in ["changed", "fine", "gone", "short", "unreadable"] {
                try put(try table([1, 3, 4], [1, 2, 3]), as: name, in: directory)
            }
        }
        try scratch.flip("changed/1-1.f64", byte: 3)
        try FileManager.default.removeItem(atPath: scratch.file("gone/1-1.f64"))
        try scratch.resize("short/1-0.f64", by: -1)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: scratch.file("unreadable/manifest.json")))
        let directory = try DatasetDirectory(dataDirectory: scratch.path)
        let found = try directory.open()
        #expect(found.map(\.name) == ["changed", "fine", "gone", "short", "unreadable"])
        for dataset in found {
            guard case .failure(let error) = dataset.table else {
                #expect(dataset.name == "fine")
                continue
            }
            #expect(error.description.contains(dataset.name + "/"))
            #expect(error.kind == (dataset.name == "gone" ? .unavailable : .damaged))
        }
    }

    @Test func `a check finds a change deep in a full segment`() throws {
        let count = 2 * SegmentChecksum.rows + 5
        do {
            let rows = try table((0..<count).map { Double($0 / 2) }, (0..<count).map(Double.init))
            try put(rows, in: DatasetDirectory(dataDirectory: scratch.path))
        }
        try scratch.flip("d/1-1.f64", byte: 8 * 100_000)
        let directory = try DatasetDirectory(dataDirectory: scratch.path)
        #expect(try directory.open()[0].table.get().rowCount == count)
        let error = #expect(throws: DatasetStoreError.self) { try directory.verify("d") }
        #expect(error?.description.contains("1-1.f64 was changed in rows 65536 to 131071") == true)
    }

    @Test func `the opening reports rows lost in a power loss`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            let stored = try put(try table([1, 3, 4], [1, 2, 3]), in: directory)
            _ = try directory.append(try table([5, 6], [4, 5]), to: stored, named: "d")
        }
        try scratch.resize("d/1-1.f64", by: -8)
        let found = try reopened()
        #expect(try found.table.get().rowCount == 3)
        #expect(found.loss == "2 rows of the last appends are not on the disk")
    }

    @Test func `a directory opens once, and again after its process has closed it`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            let error = #expect(throws: DatasetStoreError.self) {
                _ = try DatasetDirectory(dataDirectory: scratch.path)
            }
            #expect(error?.kind == .locked)
            _ = try directory.open()
        }
        _ = try DatasetDirectory(dataDirectory: scratch.path)
    }

    @Test func `a removed dataset stays removed`() throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            try put(try table([1, 3, 4], [1, 2, 3]), in: directory)
            try directory.remove("d")
            try directory.remove("d")
        }
        #expect(try DatasetDirectory(dataDirectory: scratch.path).open().isEmpty)
    }

    @Test func `the first append stores rows that were only in memory`() throws {
        var expected = try table([1, 3, 4], [1, 2, 3])
        do {
            let directory = try DatasetDirectory(dataDirectory: scratch.path)
            let rows = try table([5], [9])
            _ = try directory.append(rows, to: expected, named: "d")
            try expected.append(rows)
        }
        expectSame(try reopened().table.get(), expected)
    }
}
