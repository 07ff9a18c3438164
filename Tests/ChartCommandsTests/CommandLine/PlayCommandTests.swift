import ArgumentParser
import ChartWire
import Configuration
import HTTPTypes
import NIOCore
import Testing

@testable import ChartCommands
@testable import ServerTestSupport

struct PlayCommandTests {
    private func run(_ arguments: [String]) async throws {
        var command = try ChartSurfaceCommand.parseAsRoot(["play"] + arguments)
        guard var command = command as? any AsyncParsableCommand else {
            try command.run()
            return
        }
        try await command.run()
    }

    @Test(arguments: [
        ["1v(1,1)"], ["1v(1,1)", "--session", "a", "--spec", "f"], ["--session", "a"],
        ["1v(1,1)", "--session", "a", "--client", "c"], ["1v(1,1)", "--session", "a", "--sequence", "1"],
        ["1v(1,1)", "--session", "a", "--client", "c", "--sequence", "0"],
        ["1v(1,1)", "--session", "a", "--batch-size", "0"], ["1v(1,1)", "--session", "a", "--url", "localhost"],
        ["1v(1,1)", "--session", "a", "--url", "ftp://localhost"], ["1v(1,1)", "--spec", "f", "--token", "t"],
    ])
    func `conflicting arguments exit with 64`(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ChartSurfaceCommand.parseAsRoot(["play"] + arguments) }
        if let error { #expect(ChartSurfaceCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func `an invalid script exits with 65, a missing file with 66`() async throws {
        await #expect(throws: ExitCode(65)) { try await run(["1v(1,", "--session", "a"]) }
        await #expect(throws: ExitCode(65)) { try await run(["# nothing", "--session", "a"]) }
        await #expect(throws: ExitCode(66)) { try await run(["/no/such.touch", "--session", "a"]) }
        await #expect(throws: ExitCode(66)) { try await run(["@1", "--spec", "/no/such.json"]) }
        let directory = try TemporaryDirectory()
        let list = try directory.write("[]", to: "list.json")
        await #expect(throws: ExitCode(65)) { try await run(["@1", "--spec", list]) }
    }

    @Test func `a server that does not answer exits with 69`() async {
        await #expect(throws: ExitCode(69)) {
            try await run(["@1", "--session", "a", "--url", "http://127.0.0.1:9"])
        }
    }

    @Test func `a script from a file plays on a new session`() async throws {
        let server = try TestServer()
        let script = try server.directory.write("# a drag\n1v(400,200) 1>(480,200)\n1^(480,200)\n", to: "drag.touch")
        let spec = try server.directory.write(#"{"dataset":"active-users"}"#, to: "spec.json")
        try await server.test(.socket) { client in
            let url = "http://localhost:\(try #require(client.port))"
            try await run([script, "--spec", spec, "--url", url, "--explain"])
            await #expect(throws: ExitCode(65)) {
                try await run(["1v(1,1)+1v(2,2)", "--spec", spec, "--url", url])
            }
            await #expect(throws: ExitCode(65)) { try await run(["@1", "--session", "none", "--url", url]) }
        }
    }

    @Test func `a server that requires a token exits with 77`() async throws {
        try await TestServer(["auth.mode": "token"]).test(.socket) { client in
            let url = "http://localhost:\(try #require(client.port))"
            let opened = try await client.execute(
                uri: "/v1/sessions", method: .post, headers: [.contentType: "application/json"],
                body: .init(string: #"{"surfaces":[{"dataset":"active-users"}]}"#)
            ) { try object($0) }
            guard case .string(let id)? = opened["id"], case .string(let token)? = opened["driverToken"] else {
                throw NotAnObject()
            }
            await #expect(throws: ExitCode(77)) { try await run(["@1", "--session", id, "--url", url]) }
            try await run(["@1", "--session", id, "--url", url, "--token", token])
        }
    }
}
