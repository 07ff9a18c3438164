import ChartStores
import Configuration
import Logging
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

/// The limit of disk space that a start measures.
struct StartQuotaTests {
    @Test(arguments: ["sqlite", "memory"])
    func `beyond loopback the limit is what is stored and four fifths of what is free`(kind: String) throws {
        let server = try TestServer(["http.host": "0.0.0.0", "store.kind": .init(stringLiteral: kind)])
        try server.directory.write(String(repeating: "x", count: 5_000), to: "sessions.sqlite")
        let lines = LogLines()
        let quota = try StartQuota.make(
            settings: try server.settings, datasetBytes: { 7_000_000 }, logger: lines.logger)
        let told = try #require(lines.metadata.first)
        func number(_ name: String) throws -> Int { try #require(told[name].flatMap { Int($0.description) }) }
        #expect(try number("stored") == 7_000_000 + (kind == "sqlite" ? 5_000 : 0))
        #expect(try number("free") > 0)
        #expect(try number("bytes") == number("stored") + number("free") / 5 * 4)
        #expect(try quota.mostBytes == number("bytes"))
    }

    @Test func `a limit that is given is not measured`() throws {
        for (text, wanted) in [("off", nil), ("2MiB", 2_097_152)] as [(String, Int?)] {
            let server = try TestServer(["http.host": "0.0.0.0", "limits.dataBytes": .init(stringLiteral: text)])
            let lines = LogLines()
            let quota = try StartQuota.make(
                settings: try server.settings,
                datasetBytes: {
                    Issue.record("the datasets are measured")
                    return 0
                }, logger: lines.logger)
            #expect(quota.mostBytes == wanted && lines.messages.isEmpty)
        }
    }
}
