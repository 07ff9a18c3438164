internal import ArgumentParser

/// Lists the data directory.
struct DatasetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets", abstract: "Lists the stored datasets: name, rows, version and columns.")

    @OptionGroup var directory: DataDirectoryOptions

    func run() throws {
        let datasets = try directory.open()
        do {
            for name in try datasets.names() {
                guard let manifest = try datasets.manifest(of: name) else { continue }
                let columns = ([manifest.xName] + manifest.columns).joined(separator: ",")
                print("\(name)\t\(manifest.rows)\t\(manifest.version)\t\(columns)")
            }
        } catch {
            throw ExitStatus.inputOutput.stop(error.description)
        }
    }
}
