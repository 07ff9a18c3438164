import ChartSeries
import ChartStores
import Foundation
import Logging
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Backups beside the process that has the data directory open.
struct BackupListenerTests {
    private static let patience = Duration.seconds(600)
    private let folder = StoreFolder()

    /// A directory with a listener on a thread of its own, until it is stopped.
    private final class Running: Sendable {
        let directory: DatasetDirectory
        let listener: BackupListener
        let turns = Mutex<Void>(())
        /// The datasets whose bytes were counted again.
        let recounted = Mutex<[String]>([])
        private let place = Place()
        private let ended = DispatchSemaphore(value: 0)

        init(_ path: String, patience: Duration = patience) throws {
            directory = try DatasetDirectory(dataDirectory: path)
            listener = try BackupListener(
                directory, dataDirectory: path, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                patience: patience
            ) { [place] name, body in
                place.running.withLock { $0 }?.hold(name, body)
            }
            place.running.withLock { $0 = self }
            Thread.detachNewThread { [listener, ended, place] in
                while !place.isStopped.load(ordering: .acquiring) {
                    listener.serve()
                    Thread.sleep(forTimeInterval: 0.001)
                }
                place.running.withLock { $0 = nil }
                ended.signal()
            }
        }

        private func hold(_ name: String?, _ body: () -> Void) {
            turns.withLock { _ in body() }
            if let name { recounted.withLock { $0.append(name) } }
        }

        func stop() {
            place.isStopped.store(true, ordering: .releasing)
            listener.stop()
            ended.wait()
        }
    }

    /// Where the listener finds what holds its changes.
    private final class Place: Sendable {
        let running = Mutex<Running?>(nil)
        let isStopped = Atomic(false)
    }

    private func copied(_ dataset: FoundDataset, to target: String) throws -> Table {
        let record = try #require(dataset.record)
        _ = try record.copy(folder.file(dataset.name), to: target + "/datasets/" + dataset.name)
        return try StoredDataset.readRows(target + "/datasets/" + dataset.name, mayHaveLost: false)
    }

    @Test func `appends, replacements and removals after the moment do not change what is copied`() throws {
        let running = try Running(folder.path)
        defer { running.stop() }
        let target = folder.path + "-copy"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let directory = running.directory
        var tables: [String: Table] = [:]
        for name in ["appended", "replaced", "removed", "closed"] {
            tables[name] = try StoreFolder.put(StoreFolder.rows(0..<5_000), as: name, in: directory)
        }
        directory.close("closed")
        tables["appended"] = try directory.append(
            StoreFolder.rows(5_000..<5_010), to: #require(tables["appended"]), named: "appended")

        do {
            var source = try BackupSource(folder.path, patience: Self.patience)
            var isStill = false
            let found = try source.datasets {
                // The moment has what came before it.
                isStill = running.turns.withLockIfAvailable { _ in } == nil
            }
            #expect(isStill)
            #expect(found.map(\.name) == ["appended", "closed", "removed", "replaced"])
            var grown = try #require(tables["appended"])
            for start in stride(from: 5_010, to: 140_010, by: 45_000) {
                grown = try directory.append(StoreFolder.rows(start..<start + 45_000), to: grown, named: "appended")
            }
            _ = try StoreFolder.put(StoreFolder.rows(0..<3), as: "replaced", in: directory)
            try directory.remove("removed")
            _ = try StoreFolder.put(StoreFolder.rows(0..<4), as: "removed", in: directory)
            let opened = try directory.open("closed", TableSoundness())
            _ = try directory.append(StoreFolder.rows(5_000..<5_001), to: opened, named: "closed")

            for dataset in found {
                let expected = try StoreFolder.rows(0..<(dataset.name == "appended" ? 5_010 : 5_000))
                let table = try copied(dataset, to: target)
                #expect(Array(table.x) == Array(expected.x), "\(dataset.name)")
                #expect(table.columns[1].values.elementsEqual(expected.columns[1].values), "\(dataset.name)")
            }
            try source.confirm()
        }
        for name in ["replaced", "removed"] {
            try #require(try wait { running.recounted.withLock { $0.contains(name) } }, "\(name)")
            #expect(try folder.names(in: name).allSatisfy { $0 == "manifest.json" || $0.hasPrefix("2-") }, "\(name)")
        }
    }

    /// Waits until something is true; the test ends without it when it never becomes so.
    private func wait(_ isTrue: () throws -> Bool) throws -> Bool {
        for _ in 0..<4_000 {
            if try isTrue() { return true }
            Thread.sleep(forTimeInterval: 0.005)
        }
        return false
    }

    @Test func `what changes between the look at all datasets and the moment is in the backup`() throws {
        let running = try Running(folder.path)
        defer { running.stop() }
        let target = folder.path + "-copy"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let table = try StoreFolder.put(StoreFolder.rows(0..<10), in: running.directory)
        running.directory.beginBackup()
        try running.directory.findAll()
        _ = try running.directory.append(StoreFolder.rows(10..<12), to: table, named: "d")
        _ = try StoreFolder.put(StoreFolder.rows(0..<7), as: "new", in: running.directory)
        try running.directory.findChanged()
        let found = running.directory.foundDatasets
        running.directory.endBackup { _, removal in removal() }
        #expect(try found.map { try copied($0, to: target).rowCount } == [12, 7])
        #expect(running.directory.foundDatasets.isEmpty)
    }

    @Test func `a command that is too slow holds no change for longer than the patience, and is told so`() throws {
        let running = try Running(folder.path, patience: .zero)
        defer { running.stop() }
        let table = try StoreFolder.put(StoreFolder.rows(0..<10), in: running.directory)
        var source = try BackupSource(folder.path, patience: Self.patience)
        let error = #expect(throws: BackupError.self) {
            // It never answers in time.
            _ = try source.datasets { Thread.sleep(forTimeInterval: 0.02) }
        }
        #expect(error?.kind == .unanswered)
        #expect(try running.directory.append(StoreFolder.rows(10..<12), to: table, named: "d").rowCount == 12)
    }

    @Test func `a second backup waits for the end of the first, whose command may have been killed`() throws {
        let running = try Running(folder.path)
        defer { running.stop() }
        do {
            var first = try BackupSource(folder.path, patience: Self.patience)
            #expect(try first.datasets {}.isEmpty)
            let error = #expect(throws: BackupError.self) { _ = try BackupSource(folder.path, patience: .zero) }
            #expect(error?.kind == .unanswered)
        }
        do {
            var third = try BackupSource(folder.path, patience: Self.patience)
            #expect(try third.datasets {}.isEmpty)
            try third.confirm()
            third.end()
        }
        #expect(try wait { try leftovers().isEmpty })
    }

    /// The files of conversations.
    private func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("backup-") }
    }

    @Test func `a backup during which the server ends is not confirmed`() throws {
        let running = try Running(folder.path)
        _ = try StoreFolder.put(StoreFolder.rows(0..<10), in: running.directory)
        var source = try BackupSource(folder.path, patience: Self.patience)
        #expect(try source.datasets {}.count == 1)
        running.stop()
        let error = #expect(throws: BackupError.self) { try source.confirm() }
        #expect(error?.kind == .unanswered)
        source.end()
        #expect(try leftovers().isEmpty)
    }

    @Test func `a start removes what killed processes have left`() throws {
        for name in ["backup-1-2.answers", "backup-1-2.asks", "backup-3-4.asks.new"] {
            let path = folder.path + "/" + name
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            try Data("backup 1\n".utf8).write(to: URL(fileURLWithPath: path))
        }
        let running = try Running(folder.path)
        defer { running.stop() }
        #expect(try wait { try leftovers().isEmpty })
    }
}
