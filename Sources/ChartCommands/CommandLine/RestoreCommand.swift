import ArgumentParser
import ChartServer
import ChartStorage

/// Copies a backup into an empty data directory.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Copies a backup into an empty data directory.",
        discussion: """
            It looks through the whole backup before it writes. Give it the configuration of the server, whose data.dir is \
            made, or must be empty. A restore that was ended in between leaves a folder that no command takes. The exit code \
            is 65 when the backup is damaged or of a later version, or data.dir is not empty; 66 when the folder is no \
            backup; 74 when a file cannot be read or written; 75 when data.dir is in use; 78 with store.kind postgres.
            """)

    @OptionGroup var options: BackupOptions

    func run() throws {
        let request = try options.read()
        let directory = request.settings.dataDirectory
        let restore = Restore(of: request.folder, to: directory, version: ServerVersion.current)
        let manifest = try BackupOptions.withBackupErrors { () throws(BackupError) in try restore.run() }
        print("\(directory) has \(BackupOptions.text(of: manifest)), of \(manifest.createdAt)")
    }
}
