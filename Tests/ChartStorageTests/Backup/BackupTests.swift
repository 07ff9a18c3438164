import ChartSeries
import ChartStores
import Foundation
import GRDB
import Logging
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartStorage

/// Backups of data directories without a server, and what becomes of damaged ones.
struct BackupTests {
    private let folder = StoreFolder()

    private var target: String { folder.path + "-backup" }

    private func backup(to target: String? = nil, includesSessions: Bool = true) -> Backup {
        Backup(
            of: folder.path, to: target ?? self.target, includesSessions: includesSessions, version: "0.2.0",
            createdAt: "2026-11-27T04:00:00Z", settings: ["data.dir", "store.durability"])
    }

    private func restore(of source: String? = nil, to path: String, version: String = "0.2.0") -> Restore {
        Restore(of: source ?? target, to: path, version: version)
    }

    /// A data directory with a dataset after appends, one with a regular x, a session and a key.
    private func fill() async throws {
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            let table = try StoreFolder.put(StoreFolder.rows(0..<5_000), in: directory)
            let grown = try directory.append(StoreFolder.rows(5_000..<70_000), to: table, named: "d")
            _ = try directory.append(StoreFolder.rows(70_000..<70_003), to: grown, named: "d")
            let regular = try Table(
                xName: "t", xKind: .number, x: (0..<10).map(Double.init),
                columns: [(name: "v", values: (0..<10).map { Double($0 * $0) })])
            _ = try StoreFolder.put(regular, as: "regular", in: directory)
        }
        let store = try StoreFile.open(folder.path + "/sessions.sqlite")
        try await store.commit(.create(.sample("a")))
        for revision in 1...3 { try await store.commit(.sample("a", revision)) }
        await store.close()
        try SQLiteAPIKeyStore(dataDirectory: folder.path).add(APIKeyStoreConformance.key("aaaaaaaaaaaa"))
    }

    /// The files of a folder, by path.
    private func files(_ path: String) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path)
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: path + "/" + name).map { (name, $0) }
            })
    }

    private func remove(_ paths: String...) {
        for path in paths { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test func `a restore has the rows, the sessions and the keys of the backup`() async throws {
        let restored = folder.path + "-restored"
        defer { remove(target, restored) }
        try await fill()
        let manifest = try backup().write()
        #expect(manifest.datasetCount == 2 && manifest.hasSessions && manifest.hasKeys)
        #expect(manifest.settings == ["data.dir", "store.durability"] && manifest.damagedDatasets.isEmpty)
        #expect(try BackupManifest(readingFrom: target, version: "0.2.0") == manifest)
        #expect(try manifest.faults(in: target).isEmpty)
        #expect(try restore(to: restored).run() == manifest)

        let tables = try DatasetDirectory(dataDirectory: restored).open().map { ($0.name, try $0.table.get()) }
        #expect(tables.map(\.0) == ["d", "regular"])
        let expected = try StoreFolder.rows(0..<70_003)
        #expect(tables[0].1.version == 3 && Array(tables[0].1.x) == Array(expected.x))
        for (column, wanted) in zip(tables[0].1.columns, expected.columns) {
            #expect(column.values.map(\.bitPattern) == wanted.values.map(\.bitPattern))
        }
        #expect(tables[1].1.x.regularity != nil && Array(tables[1].1.columns[0].values).last == 81)
        let store = try StoreFile.open(restored + "/sessions.sqlite")
        #expect(try await store.session("a")?.entries.map(\.revision) == [1, 2, 3])
        await store.close()
        #expect(try SQLiteAPIKeyStore(dataDirectory: restored).keys().map(\.id) == ["aaaaaaaaaaaa"])
    }

    @Test func `no file of a restore is one of the backup, and only the owner can read both`() async throws {
        let restored = folder.path + "-restored"
        defer { remove(target, restored) }
        try await fill()
        _ = try backup().write()
        _ = try restore(to: restored).run()
        func identities(_ path: String) throws -> [UInt64] {
            try files(path).keys.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
                #expect((attributes[.referenceCount] as? NSNumber)?.intValue == 1, "\(name)")
                return try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
            }
        }
        let all = try [folder.path, target, restored].map { Set(try identities($0)) }
        #expect(all[0].isDisjoint(with: all[1]) && all[1].isDisjoint(with: all[2]))
    }

    @Test func `a backup without sessions has rows and keys`() async throws {
        defer { remove(target) }
        try await fill()
        let manifest = try backup(includesSessions: false).write()
        #expect(manifest.datasetCount == 2 && !manifest.hasSessions && manifest.hasKeys)
        #expect(!FileManager.default.fileExists(atPath: target + "/sessions.sqlite"))
    }

    @Test func `each altered, cut, longer or missing file is found, and nothing of it is restored`() async throws {
        let restored = folder.path + "-restored"
        defer { remove(target, restored) }
        try await fill()
        let manifest = try backup().write()
        let whole = try files(target)
        #expect(Set(whole.keys) == Set(manifest.files.map(\.path) + ["manifest.json"]))
        for (name, bytes) in whole.sorted(by: { $0.key < $1.key }) {
            var altered = bytes
            altered[altered.startIndex + altered.count / 3] ^= 4
            let isManifest = name == "manifest.json"
            for damaged in [altered, bytes.dropLast(), bytes + [0], Data(), nil] {
                let path = URL(fileURLWithPath: target + "/" + name)
                if let damaged { try damaged.write(to: path) } else { try FileManager.default.removeItem(at: path) }
                let error = #expect(throws: BackupError.self) { try restore(to: restored).run() }
                #expect(error?.kind == (isManifest && damaged == nil ? .missing : .damaged), "\(name)")
                #expect(!FileManager.default.fileExists(atPath: restored))
                if !isManifest { #expect(try manifest.faults(in: target).map(\.path) == [name]) }
                try bytes.write(to: path)
            }
        }
        #expect(try restore(to: restored).run() == manifest)
    }

    @Test func `each byte of the manifest counts`() async throws {
        defer { remove(target) }
        _ = try DatasetDirectory(dataDirectory: folder.path)
        _ = try backup().write()
        let place = URL(fileURLWithPath: target + "/manifest.json")
        let bytes = try Data(contentsOf: place)
        for index in bytes.indices {
            var altered = bytes
            altered[index] ^= index.isMultiple(of: 2) ? 1 : 32
            try altered.write(to: place)
            let error = #expect(throws: BackupError.self) { try BackupManifest(readingFrom: target, version: "0.2.0") }
            #expect(error?.kind == .damaged)
        }
    }

    @Test(arguments: [
        ("0.1.9", true), ("0.2", true), ("0.2.0", false), ("0.2.0 (abc, 2026-11-27)", false), ("0.10.0", false),
    ])
    func `a backup of a later version is refused`(version: String, isRefused: Bool) async throws {
        let restored = folder.path + "-restored"
        defer { remove(target, restored) }
        _ = try DatasetDirectory(dataDirectory: folder.path)
        _ = try backup().write()
        do throws(BackupError) {
            _ = try restore(to: restored, version: version).run()
            #expect(!isRefused)
        } catch {
            #expect(isRefused && error.kind == .later)
        }
    }

    @Test func `a manifest that leads out of its folder is refused`() throws {
        defer { remove(target) }
        let outside = ["../secret", "datasets/../keys.sqlite", "datasets/a/b/1-0.f64", "/etc/passwd", "lock"]
        for path in outside + ["datasets/a/x", "datasets//1-0.f64"] {
            remove(target)
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
            var manifest = BackupManifest(version: "0.2.0", createdAt: "", settings: [])
            manifest.files = [.init(path: path, length: 0, sha256: "")]
            try manifest.write(to: target)
            let error = #expect(throws: BackupError.self) { try BackupManifest(readingFrom: target, version: "0.2.0") }
            #expect(error?.kind == .damaged, "\(path)")
        }
    }

    @Test func `a backup needs an empty folder outside of the data directory`() throws {
        defer { remove(target) }
        _ = try DatasetDirectory(dataDirectory: folder.path)
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: target + "/notes"))
        for place in [target, folder.path, folder.path + "/backup"] {
            let error = #expect(throws: BackupError.self) { try backup(to: place).write() }
            #expect(error?.kind == .notEmpty)
        }
        #expect(try files(target) == ["notes": Data("mine".utf8)])
        remove(target + "/notes")
        #expect(try backup().write().datasetCount == 0)
    }

    @Test func `a damaged dataset is left out and named, and the others are there`() async throws {
        defer { remove(target) }
        try await fill()
        for file in ["manifest.json", "1-2.f64", "1-journal"] {
            remove(target)
            let bytes = try folder.read("d/" + file)
            try folder.write(Array(bytes.dropLast(bytes.count / 2)), to: "d/" + file)
            let manifest = try backup().write()
            #expect(manifest.damagedDatasets == ["d"] && manifest.datasetCount == 1)
            #expect(!FileManager.default.fileExists(atPath: target + "/datasets/d"))
            #expect(try manifest.faults(in: target).isEmpty)
            try folder.write(bytes, to: "d/" + file)
        }
    }

    @Test func `a database that is damaged or gone leaves nothing that looks like a backup`() async throws {
        defer { remove(target) }
        try await fill()
        let path = folder.path + "/sessions.sqlite"
        for content in [Data("no database, but long enough to be taken for one at the first sight".utf8), Data()] {
            try content.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: BackupError.self) { try backup().write() }
            #expect(error?.kind == .damaged)
            #expect(try files(target).isEmpty)
        }
    }

    @Test func `a data directory in use without a server that answers is refused`() async throws {
        defer { remove(target) }
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let error = #expect(throws: BackupError.self) { try backup().write(patience: .zero) }
        #expect(error?.kind == .unanswered)
        withExtendedLifetime(directory) {
            let error = #expect(throws: BackupError.self) { try restore(of: "/", to: folder.path).run() }
            #expect(error?.kind == .missing)
        }
    }

    @Test func `a restore goes into an empty folder alone, which no process uses`() async throws {
        let restored = folder.path + "-restored"
        defer { remove(target, restored) }
        try await fill()
        _ = try backup().write()
        do {
            let directory = try DatasetDirectory(dataDirectory: restored)
            let error = #expect(throws: BackupError.self) { try restore(to: restored).run() }
            #expect(error?.kind == .inUse)
            withExtendedLifetime(directory) {}
        }
        let before = try files(restored)
        let error = #expect(throws: BackupError.self) { try restore(to: restored).run() }
        #expect(error?.kind == .notEmpty)
        #expect(try files(restored) == before)
    }

    @Test func `no command takes a folder whose restore was not finished`() async throws {
        let restored = folder.path + "-restored"
        defer { remove(target, restored) }
        try await fill()
        _ = try backup().write()
        try FileManager.default.createDirectory(atPath: restored, withIntermediateDirectories: true)
        try UnfinishedRestore.begin(in: restored)
        #expect(throws: DatasetStoreError.self) { try DatasetDirectory(dataDirectory: restored) }
        #expect(throws: APIKeyStoreError.self) { try SQLiteAPIKeyStore(dataDirectory: restored) }
        let error = #expect(throws: BackupError.self) { try restore(to: restored).run() }
        #expect(error?.kind == .damaged)
        try UnfinishedRestore.end(in: restored)
        try FileManager.default.removeItem(atPath: restored + "/datasets")
        #expect(try restore(to: restored).run().datasetCount == 2)
        #expect(!FileManager.default.fileExists(atPath: restored + "/restoring"))
    }
}
