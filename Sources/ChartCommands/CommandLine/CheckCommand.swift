import ArgumentParser
import ChartEngine
import ChartService
import ChartSessions
import ChartStorage
import Logging

/// Checks a data directory for damage.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks a data directory for damaged datasets and sessions.",
        discussion: """
            No server may have the directory open meanwhile. The command prints a line for each dataset and session: sound, \
            mendable (the next start repairs it; it lacks at most what a power loss has taken) or damaged. It restores each \
            session. Without --repair it changes nothing. With --repair it moves what is damaged into the folder set-aside of \
            the data directory, and deletes nothing. The exit code is 65 when something is damaged, and 0 otherwise.
            """)

    @OptionGroup var directory: DataDirectoryOptions

    @Flag(help: "Set aside what is damaged, so that the server starts with what is sound.")
    var repair = false

    func run() throws {
        let path = try directory.path()
        let isDamaged = try directory.withStoreErrors {
            // Holds the lock until the end, so that no server opens the directory meanwhile.
            let lock = try DatasetDirectory(dataDirectory: path)
            return try withExtendedLifetime(lock) { try check(path) }
        }
        guard !isDamaged else { throw ExitStatus.data.stop("something in \(path) is damaged") }
    }

    /// Prints the findings.
    ///
    /// - Returns: Whether something is damaged.
    private func check(_ path: String) throws -> Bool {
        let datasets = DatasetAudit(dataDirectory: path)
        let catalog = DatasetCatalog(try datasets.rows())
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
