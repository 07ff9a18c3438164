import ArgumentParser
import ChartStores

/// Revokes an API key.
struct KeysRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revokes a key; a running server refuses it within a second.",
        discussion: "A revoked key stays in the list. The exit code is 65 when there is no key with the id.")

    @Argument(help: "The key's id, as keys list shows it; csk_ID and the whole text of the key do too.")
    var id: String

    @OptionGroup var keys: KeyStoreOptions

    func validate() throws {
        guard Self.id(in: self.id) != nil else {
            // The text may hold a secret, so the message does not repeat it.
            throw ValidationError(
                "A key's id has 12 hexadecimal digits; chart-surface keys list shows those there are.")
        }
    }

    func run() throws {
        guard let id = Self.id(in: self.id) else { return }
        guard let key = try keys.withKeys({ try $0.revoke(id) }) else {
            throw ExitStatus.data.stop("there is no key \(id); chart-surface keys list shows those there are")
        }
        print("\(key.id) (\(key.name)) is revoked")
    }

    /// The id in `ID`, `csk_ID` or the text of a key.
    static func id(in text: String) -> String? {
        if let id = APIKey.id(inText: text) { return id }
        let id = text.hasPrefix(APIKey.prefix) ? String(text.dropFirst(APIKey.prefix.count)) : text
        return APIKey.isID(id) ? id : nil
    }
}
