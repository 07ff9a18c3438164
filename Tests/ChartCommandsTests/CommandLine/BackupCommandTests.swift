import ArgumentParser
import ChartServer
import Foundation
import Testing

@testable import ChartCommands

struct BackupCommandTests {
    @Test(arguments: [
        (["DIR"], []), (["DIR", "--data-dir", "d"], ["--data-dir", "d"]),
        (["--data-dir", "d", "DIR"], ["--data-dir", "d"]),
        (["--data-dir=d", "DIR"], ["--data-dir=d"]), (["--demo-enabled", "DIR"], ["--demo-enabled"]),
        (["--demo-enabled", "false", "DIR"], ["--demo-enabled", "false"]),
        (["DIR", "other"], ["other"]),
    ])
    func `the folder is the word that is neither an option nor its value`(given: [String], rest: [String]) throws {
        var arguments = given
        #expect(try CommandLineOptions.takeWord(from: &arguments) == "DIR")
        #expect(arguments == rest)
    }

    @Test func `without a word there is no folder`() throws {
        var arguments = ["--data-dir", "d"]
        #expect(try CommandLineOptions.takeWord(from: &arguments) == nil)
        #expect(arguments == ["--data-dir", "d"])
    }

    @Test func `the names of settings come from all sources, without their values`() throws {
        let sources = try ConfigurationSources(
            arguments: ["--data-dir", "secret", "--log-level=debug"],
            environment: ["CHART_SURFACE_HTTP_PORT": "8081", "CHART_SURFACE_LOG_LEVEL": "info", "HOME": "/"],
            filePath: nil)
        #expect(sources.names == ["data.dir", "http.port", "log.level"])
    }

    @Test func `both commands take the folder and every setting`() throws {
        for name in ["backup", "restore"] {
            let command = try ChartSurfaceCommand.parseAsRoot([name, "--data-dir", "d", "DIR", "--log-level", "debug"])
            let options = (command as? BackupCommand)?.options ?? (command as? RestoreCommand)?.options
            let request = try #require(options).read()
            #expect(request.folder == "DIR" && request.settings.dataDirectory == "d")
            #expect(request.names == ["data.dir", "log.level"])
        }
    }

    @Test func `an unknown option, a missing folder and a database have exit codes of their own`() throws {
        func code(_ arguments: [String]) -> Int32 {
            do {
                var command = try ChartSurfaceCommand.parseAsRoot(arguments)
                try command.run()
                return 0
            } catch {
                return ChartSurfaceCommand.exitCode(for: error).rawValue
            }
        }
        for name in ["backup", "restore"] {
            #expect(code([name]) == 64)
            #expect(code([name, "DIR", "--data-dri", "d"]) == 78)
            let database = ["--store-kind", "postgres", "--store-url", "postgresql://charts@127.0.0.1/charts"]
            #expect(code([name, "DIR"] + database) == 78)
        }
        #expect(code(["check", "DIR", "--repair"]) == 64)
        #expect(code(["check", "/there-is-none"]) == 66)
        #expect(code(["restore", "/there-is-none", "--data-dir", "/there-is-none-either"]) == 66)
        #expect(code(["backup", "/there-is-none", "--data-dir", "/there-is-none-either"]) == 66)
        #expect(!FileManager.default.fileExists(atPath: "/there-is-none"))
    }
}
