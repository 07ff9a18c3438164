package import ChartStorage
package import ChartStores
import Foundation
import Logging
import Synchronization

/// A database of sessions in a folder of its own, which goes with the last holder.
package final class StoreFile: Sendable {
    package let folder: String

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    package var path: String { folder + "/sessions.sqlite" }

    package func open(
        _ tuning: StoreTuning = StoreTuning(), durability: StoreDurability = .commit, clock: SessionClock = .system
    ) throws(SessionStoreError) -> SQLiteSessionStore {
        try Self.open(path, tuning, durability: durability, clock: clock)
    }

    package static func open(
        _ path: String, _ tuning: StoreTuning = StoreTuning(), durability: StoreDurability = .commit,
        clock: SessionClock = .system
    ) throws(SessionStoreError) -> SQLiteSessionStore {
        try SQLiteSessionStore(
            path: path, durability: durability, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: clock, tuning: tuning)
    }
}

extension StoreTuning {
    /// Tries again soon, and takes a write for one that hangs soon.
    package static var impatient: StoreTuning {
        var tuning = StoreTuning()
        tuning.trialInterval = .milliseconds(5)
        tuning.patience = .milliseconds(50)
        return tuning
    }

    /// The same, and its trials are counted.
    package static func impatient(counting trials: StoreTrials) -> StoreTuning {
        var tuning = impatient
        tuning.afterTrial = { trials.count() }
        return tuning
    }
}

/// Counts how often a store that fails has tried whether it is well again.
package final class StoreTrials: Sendable {
    private let ended = Atomic(0)

    package init() {}

    package func count() { ended.add(1, ordering: .relaxed) }

    /// Waits until a trial has ended that began after this call.
    package func another() async throws {
        // One may have begun before.
        let enough = ended.load(ordering: .relaxed) + 2
        try await eventually { ended.load(ordering: .relaxed) >= enough }
    }
}
