import Foundation
import Logging

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
        try SQLiteSessionStore(
            path: path, durability: durability, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            conduct: conduct)
    }
}
