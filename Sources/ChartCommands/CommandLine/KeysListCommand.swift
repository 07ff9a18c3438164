import ArgumentParser
import ChartStores

/// Lists the API keys.
struct KeysListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the keys: id, name, scopes, datasets, created, expires and state.",
        discussion: "A line for each key, with tabs between. The state is active, expired or revoked.")

    @OptionGroup var keys: KeyStoreOptions

    func run() throws {
        for line in try lines() { print(line) }
    }

    /// The lines to print.
    func lines() throws -> [String] {
        try keys.withKeys { keys in try keys.store.keys().map { KeyLines.row(of: $0, now: keys.now) } }
    }
}
