import ArgumentParser

/// Adds, lists and revokes API keys.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Adds, lists and revokes API keys.",
        discussion: """
            The keys are in keys.sqlite in the data directory. A running server may have it open: it takes over each change \
            within a second. A server asks for keys where auth.mode is keys.
            """,
        subcommands: [KeysAddCommand.self, KeysListCommand.self, KeysRevokeCommand.self])
}
