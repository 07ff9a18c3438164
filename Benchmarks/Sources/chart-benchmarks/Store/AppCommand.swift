import ArgumentParser
import ChartCommands
import Foundation

/// Runs a command of `chart-surface` as its own executable would, and prints its cost.
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "app", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: "The arguments of chart-surface.")
    var arguments: [String] = []

    func run() async throws {
        let start = ContinuousClock.now
        var command = try ChartSurfaceCommand.parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
        let memory = try ProcessMemory(of: "self")
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(CommandCost.line(seconds, ProcessorTime.ofProcess / 1e9, memory.peak))
    }
}
