package import ChartStores
import Foundation
package import Logging
import Synchronization

/// Lets the command `backup` of another process take a moment of the datasets.
///
/// The command asks in a file of the data directory, and the server answers in another one. The command begins with
/// `backup 1`. The server finds all datasets, lets none change, and says `still`, with a number. The command begins to
/// read the databases, and says `go` with this number. From then on the datasets change again. The server tells each
/// dataset of the moment in a line of JSON, and then says `end`. It keeps the files of the moment until the command
/// says `done` or ends, and answers `held`.
package final class BackupListener: Sendable {
    static let greeting = "backup 1"
    private static let prefix = "backup-"
    private static let attempts = 20
    /// The seconds between two attempts.
    private static let pause = 0.05

    private let directory: DatasetDirectory
    private let folder: String
    private let holdingChanges: @Sendable (_ recount: String?, _ body: () -> Void) -> Void
    private let logger: Logger
    private let patience: Duration
    private let isStopped = Atomic(false)

    /// Creates a listener, and removes what an earlier process has left.
    ///
    /// - Parameters:
    ///   - directory: The datasets.
    ///   - dataDirectory: The path of the data directory, which this process has locked.
    ///   - logger: Logs each backup.
    ///   - patience: The longest time for which no dataset changes while the command begins to read.
    ///   - holdingChanges: Runs a body while no dataset changes. Then it counts the bytes of a dataset again.
    /// - Throws: `DatasetStoreError` if the folder cannot be listed.
    package init(
        _ directory: DatasetDirectory, dataDirectory: String, logger: Logger, patience: Duration = .milliseconds(250),
        holdingChanges: @escaping @Sendable (_ recount: String?, _ body: () -> Void) -> Void
    ) throws(DatasetStoreError) {
        self.directory = directory
        self.folder = dataDirectory
        self.logger = logger
        self.patience = patience
        self.holdingChanges = holdingChanges
        for name in try names(withSuffix: ".answers") + names(withSuffix: ".new") { remove(name) }
    }

    /// The path of the file in which a command asks, and of that in which it is answered.
    static func paths(of command: String, in folder: String) -> (asks: String, answers: String) {
        let path = folder + "/" + prefix + command
        return (path + ".asks", path + ".answers")
    }

    /// Whether a command asks for a backup.
    package var isAsked: Bool { (try? names(withSuffix: ".asks"))?.isEmpty == false }

    /// Serves each command that asks, one after the other, until ``stop()``; it keeps its thread waiting.
    package func serve() {
        for name in (try? names(withSuffix: ".asks")) ?? [] where !isStopped.load(ordering: .acquiring) {
            do throws(DatasetStoreError) {
                let asks = try File(folder + "/" + name, .read)
                guard !asks.lock() else {
                    // A command that was killed.
                    remove(name)
                    continue
                }
                let answers = String(name.dropLast(".asks".count)) + ".answers"
                defer { remove(answers) }
                var lines = LocalLines(try LocalLines.file(at: folder + "/" + answers), asks) { [self] in
                    isStopped.load(ordering: .acquiring)
                }
                try serve(&lines)
            } catch {
                logger.warning("a backup cannot be served", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Ends ``serve()``, and a backup in progress.
    package func stop() { isStopped.store(true, ordering: .releasing) }

    private func serve(_ lines: inout LocalLines) throws(DatasetStoreError) {
        guard lines.next(until: .now + .seconds(1)) == .line(Array(Self.greeting.utf8)) else {
            return try lines.send("failed the server is of another version than the command")
        }
        directory.beginBackup()
        defer { directory.endBackup { name, removal in holdingChanges(name, removal) } }
        do throws(DatasetStoreError) {
            try directory.findAll()
            guard try takeMoment(&lines) else { return try lines.send("late") }
        } catch {
            return try lines.send("failed \(error.description)")
        }
        for dataset in directory.foundDatasets { try lines.send(JSONFile.encode(dataset)) }
        try lines.send("end")
        // The command ends without a word where its backup has failed.
        if lines.next() == .line(Array("done".utf8)) {
            try lines.send("held")
            _ = lines.next()
        }
    }

    /// Lets no dataset change until the command has begun to read the databases.
    ///
    /// - Returns: Whether it has, before any patience was over.
    private func takeMoment(_ lines: inout LocalLines) throws(DatasetStoreError) -> Bool {
        for attempt in 1...Self.attempts {
            var outcome: Result<LocalLines.Arrival, DatasetStoreError> = .success(.deadline)
            let start = ContinuousClock.now
            holdingChanges(nil) {
                do throws(DatasetStoreError) {
                    try directory.findChanged()
                    try lines.send("still \(attempt)")
                    let deadline = ContinuousClock.now + patience
                    let answer = LocalLines.Arrival.line(Array("go \(attempt)".utf8))
                    var arrival = lines.next(until: deadline)
                    // The answer to an earlier attempt was too late.
                    while case .line = arrival, arrival != answer { arrival = lines.next(until: deadline) }
                    outcome = .success(arrival)
                } catch {
                    outcome = .failure(error)
                }
            }
            switch try outcome.get() {
            case .line:
                let held = (ContinuousClock.now - start) / .milliseconds(1)
                logger.notice(
                    "a backup takes the datasets of this moment", metadata: ["held.ms": "\(held.rounded(.up))"])
                try lines.send("taken")
                return true
            // Changes that have waited go first.
            case .deadline: Thread.sleep(forTimeInterval: Self.pause)
            case .end: return false
            }
        }
        return false
    }

    private func names(withSuffix suffix: String) throws(DatasetStoreError) -> [String] {
        try Folder.names(in: folder).filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(suffix) }
    }

    /// Removes a file; the next start removes one that stays.
    private func remove(_ name: String) { try? Folder.remove(folder + "/" + name) }
}
