import ArgumentParser
import ChartSeries
import ChartStorage
import ChartStores

/// Writes a random walk into the data directory.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Generates a random walk as a dataset; the same seed gives the same rows.")

    @Option(help: "The number of rows, 1 to 1000000000; 1e6 is a million.")
    var rows: RowCount?

    @Option(help: "The dataset's name.")
    var name = "walk"

    @Option(help: "What the walk is drawn from.")
    var seed: UInt64 = 1

    @OptionGroup var directory: DataDirectoryOptions

    func validate() throws {
        try DataDirectoryOptions.validate(name: name)
        guard let rows, (1...1_000_000_000).contains(rows.rows) else {
            throw ValidationError("--rows is the number of rows, 1 to 1000000000.")
        }
    }

    func run() throws {
        let count = rows?.rows ?? 0
        let datasets = try directory.open()
        try directory.withStoreErrors {
            var walk = RandomWalk(seed: seed).blocks(rows: count)
            let draft = try datasets.makeDraft(for: name, shape: walk.shape)
            var progress = ImportProgress(of: count, unit: .rows)
            while let block = walk.next() {
                try draft.append(block)
                progress.advance(rows: block.x.count)
            }
            progress.finish()
            let table = try datasets.commit(draft, as: name)
            print("\(name): \(table.rowCount) rows, version \(table.version)")
        }
    }
}
