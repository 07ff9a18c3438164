import ArgumentParser
import Foundation

/// Makes an API key.
struct KeysAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Makes a key and prints it; it is shown once.",
        discussion: """
            The key alone goes to standard output, and what it gives to standard error, so that a script can write \
            KEY=$(chart-surface keys add NAME --scope datasets:read). A program sends it as Authorization: Bearer. Without \
            --datasets it is for all datasets.
            """)

    @Argument(help: "What you call the key, such as the program that will have it.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "What the key gives: \(KeyRequest.scopeNames). Repeat it, or put blanks or commas between names.",
            valueName: "scope"))
    var scope: [String] = []

    @Option(
        help: ArgumentHelp(
            "The datasets that exist for the key, such as 'sales-*'. Repeat it, or put blanks or commas between.",
            valueName: "pattern"))
    var datasets: [String] = []

    @Option(help: ArgumentHelp("How long the key can be used, such as 90d or 12h; without it, until it is revoked."))
    var expires: String?

    @OptionGroup var keys: KeyStoreOptions

    /// What was asked for.
    var request: KeyRequest {
        get throws { try KeyRequest(name: name, scopes: scope, datasets: datasets, expires: expires) }
    }

    func validate() throws {
        do {
            _ = try request
        } catch let error as KeyRequest.Malformed {
            throw ValidationError(error.description)
        }
    }

    func run() throws {
        let (key, text) = try keys.withKeys { try $0.add(request) }
        try? FileHandle.standardError.write(contentsOf: Data((KeyLines.rights(of: key) + "\n").utf8))
        print(text)
    }
}
