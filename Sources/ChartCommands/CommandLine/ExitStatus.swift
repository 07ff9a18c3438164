import ArgumentParser
import ChartSessions
import Foundation

/// The exit codes of the command line, those of `sysexits.h`.
enum ExitStatus: Int32, Sendable {
    /// The data that a command was given is not usable.
    case data = 65
    /// The file that a command was given cannot be read.
    case noInput = 66
    /// The address to listen on cannot be had, or the server to call does not answer.
    case unavailable = 69
    /// The disk cannot be written.
    case inputOutput = 74
    /// Another process has the data directory open.
    case temporaryFailure = 75
    /// The server's answer is not what its API describes.
    case protocolBroken = 76
    /// The server does not let the caller in.
    case noPermission = 77
    /// The configuration is not valid.
    case configuration = 78

    /// The code of a data directory that cannot be used.
    init(_ error: DatasetStoreError) {
        self =
            switch error.kind {
            case .locked: .temporaryFailure
            case .full, .quota, .unavailable, .exhausted, .damaged: .inputOutput
            }
    }

    /// The error that ends the command with this code, after its message went to standard error.
    func stop(_ message: String) -> ExitCode {
        try? FileHandle.standardError.write(contentsOf: Data("chart-surface: \(message)\n".utf8))
        return ExitCode(rawValue)
    }
}
