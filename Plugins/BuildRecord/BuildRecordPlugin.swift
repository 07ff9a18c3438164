import Foundation
import PackagePlugin

/// Runs the script of its target before each build; what the script writes is compiled with the target.
@main
struct BuildRecordPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL.appending(path: "Values", directoryHint: .isDirectory)
        return [
            .prebuildCommand(
                displayName: "Recording the commit", executable: URL(filePath: "/bin/sh"),
                arguments: [
                    target.directoryURL.appending(path: "write-build-record").path,
                    context.package.directoryURL.path, folder.path,
                ],
                environment: ProcessInfo.processInfo.environment, outputFilesDirectory: folder)
        ]
    }
}
