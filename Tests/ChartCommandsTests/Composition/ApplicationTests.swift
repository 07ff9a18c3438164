import ChartWire
import Configuration
import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

struct ApplicationTests {
    @Test(arguments: [
        ("127.0.0.1", 8080, "listening on http://127.0.0.1:8080"), ("::1", 1, "listening on http://[::1]:1"),
    ])
    func `the ready line has a URL`(host: String, port: Int, line: String) {
        #expect(ReadyLine.text(host: host, port: port) == line)
        #expect(ReadyLine.text(host: host, port: port, scheme: "https") == line.replacing("http", with: "https"))
    }

    @Test func `the server answers over a socket`() async throws {
        try await TestServer().test(.socket) { client in
            let response = try await client.execute(uri: "/health/ready", method: .get)
            #expect(response.status == .ok)
            #expect(try object(response)["status"] == "ready")
        }
    }

    @Test func `a bad value stops the composition`() async throws {
        let server = try TestServer(["http.port": -1])
        await #expect(throws: ConfigurationError.self) { _ = try await buildApplication(reader: server.reader) }
    }

    @Test func `a data directory that cannot be created stops the composition`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("", to: "file")
        let server = try TestServer(["data.dir": .init(stringLiteral: file)])
        await #expect(throws: ConfigurationError.self) { _ = try await buildApplication(reader: server.reader) }
    }
}
