import ArgumentParser
import ChartDatasets
import ChartEngine
import ChartServer
import ChartSessions
import ChartStorage
import ChartStores
import Logging

/// Checks a data directory or a backup for damage.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks a data directory or a backup for damaged datasets and sessions.",
        discussion: """
            No server may have the directory open meanwhile. A backup is named by its folder, and each of its files is \
            compared with its manifest first. The command prints a line for each dataset and session: sound, \
            mendable (the next start repairs it; it lacks at most what a power loss has taken) or damaged. It restores \
            each session. Without --repair it changes nothing. With --repair it moves what is damaged into the folder set-aside of the data directory, and deletes nothing. The exit \
            code is 65 when something is damaged, 66 when the named folder is no backup, and 0 otherwise.
            """)

    @Argument(help: "A backup to look through, in place of data.dir.")
    var backup: String?

    @OptionGroup var directory: DataDirectoryOptions

    @Flag(help: "Set aside what is damaged, so that the server starts with what is sound.")
    var repair = false

    func validate() throws {
        guard backup == nil || !repair else { throw ValidationError("A backup stays as it is: make another one.") }
    }

    func run() throws {
        if let backup { return try check(backup: backup) }
        let path = try directory.path()
        // A check of a data directory would lock it, and a backup stays as it is.
        guard !BackupManifest.exists(in: path) else { return try check(backup: path) }
        let isDamaged = try directory.withStoreErrors {
            // Holds the lock until the end, so that no server opens the directory meanwhile.
            let lock = try DatasetDirectory(dataDirectory: path)
            return try withExtendedLifetime(lock) { try check(path) }
        }
        guard !isDamaged else { throw ExitStatus.data.stop("something in \(path) is damaged") }
    }

    /// Compares the files of a backup with its manifest, and then looks through what they hold.
    private func check(backup: String) throws {
        let faults = try BackupOptions.withBackupErrors { () throws(BackupError) in
            try BackupManifest(readingFrom: backup, version: ServerVersion.current).faults(in: backup)
        }
        for (path, fault) in faults {
            print("file \(path)", CheckFinding.Verdict.damaged.rawValue, fault, separator: "\t")
        }
        let isDamaged = try !faults.isEmpty || directory.withStoreErrors { try check(backup) }
        guard !isDamaged else { throw ExitStatus.data.stop("something in \(backup) is damaged") }
    }

    /// Prints the findings.
    ///
    /// - Returns: Whether something is damaged.
    private func check(_ path: String) throws -> Bool {
        let datasets = DatasetAudit(dataDirectory: path)
        let catalog = LocalDatasetCatalog(try datasets.rows())
        let format = SessionLogFormat(
            modifiers: .builtIn, logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() })
        let sessions = SessionAudit(dataDirectory: path) { stored throws(SessionReplayError) in
            _ = try format.session(from: stored, catalog: catalog)
        }
        let findings = try datasets.run(isRepairing: repair) + sessions.run(isRepairing: repair)
        for finding in findings {
            let place = finding.setAside.map { "; it is in \($0)" } ?? ""
            print(finding.subject, finding.verdict.rawValue, finding.detail + place, separator: "\t")
        }
        return findings.contains { $0.verdict == .damaged }
    }
}
