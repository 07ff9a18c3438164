import Dispatch
import Logging
import NIOCore

/// The first API key of a server that would let in no caller otherwise, as it has neither a key nor an issuer.
package struct FirstKey: Sendable {
    /// The keys.
    let ring: KeyRing
    /// Whether the data is of a server that asked for tokens, because no configuration said what to ask for.
    let replacesTokens: Bool

    /// Takes what the start has found.
    ///
    /// - Parameters:
    ///   - ring: The keys of the server, none.
    ///   - replacesTokens: Whether there is data, and no configuration says what is asked of callers.
    package init(ring: KeyRing, replacesTokens: Bool) {
        self.ring = ring
        self.replacesTokens = replacesTokens
    }

    /// Makes the key, and writes it once to standard error, whatever the level of the log is.
    ///
    /// Of several servers that share their keys one makes it. The server listens already: a start that fails at its port
    /// leaves no unseen key.
    ///
    /// - Parameters:
    ///   - channel: The socket that listens.
    ///   - settings: The configuration.
    ///   - logger: The server's log.
    func make(at channel: any Channel, of settings: Settings, logger: Logger) async {
        let made = await withCheckedContinuation { continuation in
            // A store in a database may keep its caller waiting.
            DispatchQueue.global().async { continuation.resume(returning: Result { try ring.makeFirst() }) }
        }
        switch made {
        case .success(let text?):
            show(Self.address(of: settings, port: channel.localAddress?.port ?? 0) + "/#key=" + text, logger)
        case .success(nil): break
        case .failure(let error):
            logger.error(
                "the first API key cannot be stored: make one with chart-surface keys add",
                metadata: ["error": "\(error)"])
        }
    }

    private func show(_ address: String, _ logger: Logger) {
        var once = logger
        once.logLevel = min(logger.logLevel, .notice)
        once.notice(
            "the first API key, shown once: open the address, or send what stands behind key= as Authorization: Bearer",
            metadata: ["address": .string(address)])
        guard replacesTokens else { return }
        logger.warning(
            """
            auth.mode is keys now where the configuration does not say it, and was token when this data was written: set \
            auth.mode to token for callers without a key
            """)
    }

    /// The address of the page.
    static func address(of settings: Settings, port: Int) -> String {
        let host =
            if case .these(let names) = settings.hosts, let name = names.first {
                name
            } else {
                Settings.isWildcard(settings.host) ? "localhost" : settings.host
            }
        return ReadyLine.address(host: host, port: port, scheme: settings.scheme)
    }
}
