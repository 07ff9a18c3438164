import ArgumentParser
import ChartStorage
import ChartStores
import Foundation

/// The exit codes of the command line, those of `sysexits.h`.
enum ExitStatus: Int32, Sendable {
    /// The command cannot use its input data.
    case data = 65
    /// The command cannot read its input file.
    case noInput = 66
    /// The server cannot listen on its address, or the called server does not answer.
    case unavailable = 69
    /// The disk cannot be written.
    case inputOutput = 74
    /// Another process has the data directory open.
    case temporaryFailure = 75
    /// The server's answer is not what its API describes.
    case protocolBroken = 76
    /// The server denies the caller access.
    case noPermission = 77
    /// The configuration is not valid.
    case configuration = 78

    /// The code for a data directory that cannot be used.
    init(_ error: DatasetStoreError) {
        self =
            switch error.kind {
            case .locked, .contended, .inDoubt: .temporaryFailure
            case .unreachable: .unavailable
            case .full, .quota, .ownerQuota, .unavailable, .unsynced, .exhausted, .damaged: .inputOutput
            }
    }

    /// The code for a backup that cannot be made, looked through or restored.
    init(_ error: BackupError) {
        self =
            switch error.kind {
            case .notEmpty, .damaged, .later: .data
            case .missing: .noInput
            case .inUse, .unanswered: .temporaryFailure
            case .inputOutput: .inputOutput
            }
    }

    /// Writes a message to standard error, and returns the error that ends the command with this code.
    func stop(_ message: String) -> ExitCode {
        try? FileHandle.standardError.write(contentsOf: Data("chart-surface: \(message)\n".utf8))
        return ExitCode(rawValue)
    }
}

extension ExitStatus {
    /// Writes why a call failed, and returns the error that ends the command with the code for it.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - detail: Turns the server's problem into the message.
    /// - Returns: The error.
    static func stop(
        _ failure: ServiceClient.Failure, detail: (_ problem: String) -> String = { $0 }
    ) -> ExitCode {
        switch failure {
        case .unreachable(let message): ExitStatus.unavailable.stop(message)
        case .refused(let status, let problem):
            switch status {
            case 401, 403: ExitStatus.noPermission.stop(detail(problem))
            case 429, 500...: ExitStatus.unavailable.stop(detail(problem))
            default: ExitStatus.data.stop(detail(problem))
            }
        }
    }
}
