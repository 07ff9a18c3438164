import ChartSeries
import ChartStores
import Foundation
import Testing

@testable import ChartStorage

/// Files with impossible contents: they are damage or are rebuilt, and no missing row is read.
struct HostileFilesTests {
    private let folder = StoreFolder()

    /// The altered manifest gets a valid checksum.
    private static let manifests: [(name: String, spoil: @Sendable (inout DatasetManifest) -> Void)] = [
        ("no rows", { $0.state.rows = 0 }),
        ("negative rows", { $0.state.rows = -1 }),
        ("more rows than the file", { $0.state.rows += 1 }),
        ("fewer rows than their checksums", { $0.state.rows -= 1 }),
        ("rows whose bytes overflow", { $0.state.rows = .max / 8 + 1 }),
        ("the most rows", { $0.state.rows = .max }),
        ("version 0", { $0.state.version = 0 }),
        ("a version with none behind it", { $0.state.version = .max }),
        ("generation 0", { $0.generation = 0 }),
        ("a negative generation", { $0.generation = -1 }),
        ("a generation with none behind it", { $0.generation = .max }),
        ("a generation without files", { $0.generation = 2 }),
        ("an unknown format", { $0.format += 1 }),
        ("no column", { $0.state.columns = [] }),
        ("x alone", { $0.state.columns.removeLast(2) }),
        ("a column too many", { $0.state.columns.append($0.state.columns[1]) }),
        (
            "thousands of columns",
            { manifest in
                let column = manifest.state.columns[1]
                manifest.state.columns += (0..<5000).map { index in
                    var copy = column
                    copy.name = "\(index)"
                    return copy
                }
            }
        ),
        ("columns of one name", { $0.state.columns[2].name = "a" }),
        ("a column named as x", { $0.state.columns[2].name = "t" }),
        ("columns that changed places", { $0.state.columns.swapAt(1, 2) }),
        ("a checksum too many", { $0.state.columns[1].sealed = ["0000000000000000"] }),
        ("a checksum that is none", { $0.state.columns[1].open = "" }),
        ("more missing values than rows", { $0.state.columns[1].missing = $0.state.rows + 1 }),
        ("negative missing values", { $0.state.columns[1].missing = -1 }),
        ("a minimum above the maximum", { $0.state.columns[1].minimum = 1e300 }),
        ("no minimum of some values", { $0.state.columns[1].minimum = nil }),
        ("a step of 0", { $0.state.regularX = RegularX(start: 0, step: 0) }),
        ("a step back", { $0.state.regularX = RegularX(start: 0, step: -1) }),
        ("an x that overflows", { $0.state.regularX = RegularX(start: 1e308, step: 1e308) }),
    ]

    private func make(rows: Int = 5000) throws {
        _ = try StoreFolder.put(StoreFolder.rows(0..<rows), in: DatasetDirectory(dataDirectory: folder.path))
    }

    private func expectDamaged(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        guard case .failure(let error)? = try folder.opened() else {
            Issue.record("\(what) was opened", sourceLocation: sourceLocation)
            return
        }
        // A missing file counts as one that cannot be opened.
        #expect([.damaged, .unavailable].contains(error.kind), "\(what): \(error)", sourceLocation: sourceLocation)
    }

    @Test func `a dataset with an impossible manifest is damaged, and can be replaced`() throws {
        try make()
        let whole = try folder.contents(of: "d")
        let manifest = try StoredDataset.readManifest(folder.file("d"))
        for (name, spoil) in Self.manifests {
            try folder.restore(whole, of: "d")
            var spoiled = manifest
            spoil(&spoiled)
            try folder.write(JSONFile.encode(spoiled.sealed), to: "d/manifest.json")
            try expectDamaged(name)
        }
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        _ = try directory.open()
        let draft = try directory.makeDraft(for: "d", shape: RowBlock(StoreFolder.rows(0..<9)).shape)
        try draft.append(RowBlock(StoreFolder.rows(0..<9)))
        try draft.prepare()
        #expect(try draft.commit(version: 1).rowCount == 9)
    }

    @Test func `a dataset with a malformed manifest is damaged`() throws {
        try make(rows: 5)
        let text = String(decoding: try folder.read("d/manifest.json"), as: UTF8.self)
        let spoiled = [
            "", "[]", "null", String(text.dropLast()), text.replacing("\"step\":", with: "\"stop\":"),
            text.replacing("\"rows\":5", with: "\"rows\":5.5"), text.replacing("\"rows\":5", with: "\"rows\":1e400"),
            text.replacing("\"rows\":5", with: "\"rows\":99999999999999999999"),
            text.replacing("\"version\":1", with: "\"version\":2"),
            text.replacing("\"name\":\"a\"", with: "\"name\":\"../a\""),
            String(repeating: "[", count: 100_000), String(repeating: "\0", count: 1000),
        ]
        for text in spoiled where text != String(decoding: try folder.read("d/manifest.json"), as: UTF8.self) {
            let whole = try folder.contents(of: "d")
            try folder.write(Array(text.utf8), to: "d/manifest.json")
            try expectDamaged(String(text.prefix(80)))
            try folder.restore(whole, of: "d")
        }
    }

    @Test(arguments: ["manifest.json", "1-0.f64", "1-1.f64", "1-journal"])
    func `a link, a folder, a pipe, an empty or a huge file is damage`(_ name: String) throws {
        try make()
        let whole = try folder.contents(of: "d")
        let path = folder.file("d/" + name)
        for what in ["link", "folder", "pipe", "nothing", "huge"] where !(what == "nothing" && name == "1-journal") {
            try folder.restore(whole, of: "d")
            if what != "nothing" && what != "huge" { try FileManager.default.removeItem(atPath: path) }
            switch what {
            case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
            case "nothing": try folder.write([], to: "d/" + name)
            case _:
                guard name.hasSuffix("journal") || name.hasSuffix("json") else { continue }
                let handle = try #require(FileHandle(forWritingAtPath: path))
                try handle.truncate(atOffset: 1 << 40)
            }
            try expectDamaged("\(what) \(name)")
        }
    }

    @Test func `invalid, wrong or foreign indexes and landmarks are rebuilt`() throws {
        try make()
        let whole = try folder.contents(of: "d")
        let index = try #require(whole["1-1.index"])
        let other = try #require(whole["1-2.index"])
        #expect(whole["1-landmarks.f64"] != nil)
        let request = WindowRequest(from: 0, to: 20_000, columns: [0, 1], method: .m4, width: 50, maximumRows: 4000)
        let expected = try #require(try folder.opened()).get().window(request).rows.map { $0 }
        func with(_ word: Int, _ value: UInt64) -> [UInt8] {
            var copy = index
            for byte in 0..<8 { copy[8 * word + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
            return copy
        }
        let spoiled: [[UInt8]] = [
            [], Array(index.prefix(63)), Array(index.prefix(64)), Array(index.dropLast(64)), other,
            with(1, .max), with(1, 1 << 40), with(1, 0), with(1, 5120), with(2, .max), with(2, 4999), with(2, 0),
            with(0, 0),
        ]
        for bytes in spoiled {
            try folder.restore(whole, of: "d")
            try folder.write(bytes, to: "d/1-1.index")
            #expect(try #require(try folder.opened()).get().window(request).rows.map { $0 } == expected)
            #expect(try folder.read("d/1-1.index") == index)
        }
        for name in ["1-1.index", "1-landmarks.f64"] {
            for isLink in [true, false] {
                try folder.restore(whole, of: "d")
                let path = folder.file("d/" + name)
                try FileManager.default.removeItem(atPath: path)
                if isLink {
                    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
                } else {
                    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                }
                #expect(try #require(try folder.opened()).get().window(request).rows.map { $0 } == expected)
            }
        }
    }

    @Test(arguments: ["1-1.index", "1-landmarks.f64"])
    func `a check finds indexes and landmarks with wrong values, and the next start rebuilds them`(_ name: String)
        throws
    {
        try make()
        var bytes = try folder.read("d/" + name)
        bytes[bytes.count / 2] ^= 0x40
        try folder.write(bytes, to: "d/" + name)
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            _ = try directory.open()
            let error = #expect(throws: DatasetStoreError.self) { try directory.verify("d") }
            #expect(error?.description.contains(name) == true)
        }
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        _ = try directory.open()
        try directory.verify("d")
    }

    @Test func `positions in an index beyond their block lead to no missing row`() throws {
        try make()
        var bytes = try folder.read("d/1-1.index")
        // The positions of the smallest blocks follow the header and the extremes of all blocks.
        let blocks = (5000 + SegmentChecksum.rows) / 32
        for byte in (64 + 16 * blocks)..<(64 + 18 * blocks) { bytes[byte] = 0xFF }
        try folder.write(bytes, to: "d/1-1.index")
        let table = try #require(try folder.opened()).get()
        let window = table.window(
            WindowRequest(from: 0, to: 20_000, columns: [0, 1], method: .m4, width: 50, maximumRows: 4000))
        #expect(window.rows.allSatisfy { $0 < 5000 })
        for row in window.rows { #expect(table.x[row] < 20_000) }
    }

    @Test func `other files beside the datasets stay`() throws {
        try make(rows: 5)
        try folder.write([1], to: "notes.txt")
        try FileManager.default.createDirectory(atPath: folder.file("backup"), withIntermediateDirectories: true)
        try folder.write([1], to: "backup/manifest.txt")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "d")
        let found = try DatasetDirectory(dataDirectory: folder.path).open()
        #expect(found.map(\.name) == ["d"])
        #expect(try folder.names(in: "") == ["backup", "d", "link", "notes.txt"])
        #expect(try folder.names(in: "backup") == ["manifest.txt"])
    }
}
