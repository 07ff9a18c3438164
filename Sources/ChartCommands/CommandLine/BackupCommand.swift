import ArgumentParser
import ChartServer
import ChartStorage
import Foundation

/// Makes a backup of the data directory.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies datasets, sessions and keys of one moment into a folder.",
        discussion: """
            It works beside a running server or without one, for a user that can read and write data.dir, and needs no key. \
            Give it the configuration of the server. The folder is made, or must be empty. Its manifest.json comes last: \
            without it the folder is no backup. chart-surface check DIR looks through a backup, chart-surface restore DIR \
            copies it into an empty data.dir. The exit code is 65 when the folder is not empty, or when a damaged dataset \
            is left out; 66 without a data directory; 74 when a file cannot be read or written; 75 when the server does \
            not answer; 78 with store.kind postgres.
            """)

    @OptionGroup var options: BackupOptions

    func run() throws {
        let request = try options.read()
        let backup = Backup(
            of: request.settings.dataDirectory, to: request.folder,
            includesSessions: request.settings.storeKind == .sqlite, version: ServerVersion.current,
            createdAt: Date().formatted(.iso8601), settings: request.names)
        let manifest = try BackupOptions.withBackupErrors { () throws(BackupError) in try backup.write() }
        print("\(request.folder) has \(BackupOptions.text(of: manifest))")
        guard manifest.damagedDatasets.isEmpty else {
            let names = manifest.damagedDatasets.joined(separator: ", ")
            throw ExitStatus.data.stop("damaged and therefore not in the backup, which has all else: \(names)")
        }
    }
}
