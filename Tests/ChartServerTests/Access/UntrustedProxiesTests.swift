import HTTPTypes
import Logging
import NIOCore
import Testing

@testable import ChartServer
@testable import ChartWire
@testable import ServerTestSupport

/// The word on a proxy that the configuration may have forgotten.
struct UntrustedProxiesTests {
    private let lines = LogLines()
    private let proxies = UntrustedProxies()

    private func note(
        _ code: ProblemCode = .addressRateExceeded, from peer: String,
        _ fields: HTTPFields = [.xForwardedFor: "192.0.2.1"], trusting trusted: String = "off"
    ) throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/", headerFields: fields)
        let incoming = IncomingRequest(
            head, from: try SocketAddress(ipAddress: peer, port: 1),
            proxies: try #require(SettingType.proxies.parse(trusted))
        )
        proxies.note(code, of: incoming, logger: lines.logger)
    }

    @Test func `the first refusal of an address is told, and names the setting and the address`() throws {
        for _ in 1...3 { try note(from: "10.0.0.1") }
        try note(.tooManySessionsOfAddress, from: "10.0.0.2", [.forwarded: "for=192.0.2.1"])
        #expect(lines.metadata.map { $0["address"]?.description } == ["10.0.0.1", "10.0.0.2"])
        #expect(lines.levels == [.warning, .warning])
        #expect(lines.messages.allSatisfy { $0.contains("http.trustedProxies") })
    }

    @Test func `another refusal, a request without the header and a trusted proxy are not told`() throws {
        try note(.principalRateExceeded, from: "10.0.0.1")
        try note(from: "10.0.0.1", [:])
        try note(from: "10.0.0.1", trusting: "10.0.0.0/8")
        #expect(lines.messages.isEmpty)
    }

    @Test func `the memory for addresses is bounded`() throws {
        for number in 0..<2 * UntrustedProxies.mostAddresses { try note(from: "10.0.\(number / 256).\(number % 256)") }
        #expect(lines.messages.count == UntrustedProxies.mostAddresses)
    }
}
