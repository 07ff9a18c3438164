import Foundation
import GRDB
import Logging
import Synchronization
import Testing

@testable import ChartSessions

/// A database of sessions in a folder of its own, which goes with the last holder.
final class StoreFile: Sendable {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var path: String { folder + "/sessions.sqlite" }

    func open(
        _ conduct: StoreConduct = StoreConduct(), durability: StoreDurability = .commit
    ) throws(SessionStoreError) -> SQLiteSessionStore {
        try Self.open(path, conduct, durability: durability)
    }

    static func open(
        _ path: String, _ conduct: StoreConduct = StoreConduct(), durability: StoreDurability = .commit
    ) throws(SessionStoreError) -> SQLiteSessionStore {
        try SQLiteSessionStore(
            path: path, durability: durability, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            conduct: conduct)
    }
}

extension StoreConduct {
    /// Tries again soon, and takes a write for one that hangs soon.
    static var impatient: StoreConduct {
        var conduct = StoreConduct()
        conduct.trialInterval = .milliseconds(5)
        conduct.patience = .milliseconds(50)
        return conduct
    }

    /// The same, and its trials are counted.
    static func impatient(counting trials: StoreTrials) -> StoreConduct {
        var conduct = impatient
        conduct.afterTrial = { trials.count() }
        return conduct
    }
}

/// Counts how often a store that fails has tried whether it is well again.
final class StoreTrials: Sendable {
    private let ended = Atomic(0)

    func count() { ended.add(1, ordering: .relaxed) }

    /// Waits until a trial has ended that began after this call.
    func another() async throws {
        // One may have begun before.
        let enough = ended.load(ordering: .relaxed) + 2
        try await eventually { ended.load(ordering: .relaxed) >= enough }
    }
}

extension SQLiteSessionStore {
    /// Runs a statement on the writer's connection.
    func execute(_ statement: String) throws { try connections.current.pool.execute(statement) }
}

extension DatabaseWriter {
    /// Runs a statement on the connection that writes.
    func execute(_ statement: String) throws {
        try writeWithoutTransaction { try $0.execute(sql: statement) }
    }
}

/// Waits until something is true, and fails the test when it does not become so.
func eventually(_ isTrue: () async throws -> Bool) async throws {
    for _ in 0..<4_000 {
        if try await isTrue() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it did not come true")
}
