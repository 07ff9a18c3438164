import Logging

/// Says at the start what the configuration leaves open to everyone who reaches the server.
enum OpenDoors {
    /// Logs it; a server that only this machine reaches says nothing.
    static func log(of settings: Settings, to logger: Logger) {
        guard !Settings.isLoopback(settings.host) else { return }
        switch settings.authMode {
        case .none:
            logger.warning(
                "auth.mode none: everyone who reaches the server may read and delete datasets, and drive and end sessions"
            )
        case .token:
            logger.notice(
                "auth.mode token guards sessions; everyone who reaches the server may read and delete datasets, open sessions and read metrics"
            )
        case .keys:
            logger.info(
                "auth.mode keys: the page, the documentation and the probes are open, all else needs a credential")
        }
    }
}
