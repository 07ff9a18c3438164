import ArgumentParser
import ChartServer
import ChartStores
import Logging

/// Where the commands find the keys.
struct KeyStoreOptions: ParsableArguments {
    @OptionGroup var directory: DataDirectoryOptions

    /// Opens the keys beside a running server or without one, and does some work on them.
    ///
    /// - Parameter body: The work.
    /// - Returns: What the work returns.
    /// - Throws: The exit code for keys that cannot be used, or what the work throws.
    func withKeys<Result>(_ body: (KeyAdministration) throws -> Result) throws -> Result {
        do {
            let store = try StartKeys.store(of: try directory.settings(), logger: Logger(label: "keys"))
            return try body(
                KeyAdministration(store: store, now: SessionClock.system.date(), afterChange: Self.afterChange))
        } catch let error as APIKeyStoreError {
            throw ExitStatus.inputOutput.stop(error.description)
        } catch let failure as StartFailure {
            throw failure.status.stop(failure.message)
        }
    }

    /// Writes each change of the keys into the audit log on standard error.
    private static let afterChange: @Sendable (KeyAdministration.Change) -> Void = { change in
        switch change {
        case .added(let key): KeyAudit.ofCommand.noteAdded(key)
        case .revoked(let key): KeyAudit.ofCommand.noteRevoked(key)
        }
    }
}
