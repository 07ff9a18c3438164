import ArgumentParser
import ChartSessions
import ChartStorage

/// Looks through a data directory for what is not what was written.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Looks through a data directory, and says what is sound and what is not.",
        discussion: """
            No server may have the directory open meanwhile. Each dataset and each session has a line: sound, mendable (the next \
            start makes it anew; nothing is lost) or damaged. Without --repair nothing is changed. With it, what is damaged is \
            moved into the folder set-aside of the data directory, and nothing is deleted. The exit code is 65 when something is \
            damaged, and 0 otherwise.
            """)

    @OptionGroup var directory: DataDirectoryOptions

    @Flag(help: "Set aside what is damaged, so that the server starts with what is sound.")
    var repair = false

    func run() throws {
        let path = try directory.path()
        let isDamaged = try directory.withStoreErrors {
            // Held until the end, so that no server opens the directory meanwhile.
            let lock = try DatasetDirectory(dataDirectory: path)
            return try withExtendedLifetime(lock) { try check(path) }
        }
        guard !isDamaged else { throw ExitStatus.data.stop("something in \(path) is damaged") }
    }

    /// Prints what is found.
    ///
    /// - Returns: Whether something is damaged.
    private func check(_ path: String) throws -> Bool {
        let findings =
            try DatasetAudit(dataDirectory: path).run(isRepairing: repair)
            + SessionAudit(dataDirectory: path).run(isRepairing: repair)
        for finding in findings {
            let place = finding.setAside.map { "; it is in \($0)" } ?? ""
            print(finding.subject, finding.verdict.rawValue, finding.detail + place, separator: "\t")
        }
        return findings.contains { $0.verdict == .damaged }
    }
}
