import ChartServer
import Testing

@testable import ChartCommands
@testable import ServerTestSupport

struct KeySetFetchTests {
    @Test func `a URL of another scheme is not fetched`() async throws {
        let fetch = try KeySetFetch(trustRoots: nil)
        for url in ["http://127.0.0.1:1/keys", "file:///keys", ""] {
            await #expect(throws: KeySetFetch.Failure.scheme(url)) { try await fetch(url) }
        }
    }

    @Test func `a server that does not answer is an error`() async throws {
        let fetch = try KeySetFetch(trustRoots: nil)
        await #expect(throws: (any Error).self) { try await fetch("https://127.0.0.1:1/keys") }
    }

    @Test func `authorities that cannot be read stop the start with their path`() throws {
        let directory = try TemporaryDirectory()
        for path in [directory.path + "/none.pem", try directory.write("no PEM", to: "bad.pem")] {
            let error = #expect(throws: ConfigurationError.self) { try KeySetFetch(trustRoots: path) }
            #expect(error?.description.hasPrefix("auth.jwt.certificates \(path) cannot be used: ") == true)
        }
    }
}
