import HTTPTypes
import NIOCore
import Testing

@testable import ChartServer

struct TrustedProxiesTests {
    private let proxies = SettingType.proxies.parse("10.0.0.0/8, ::1,2001:db8:ffff::/48") ?? .none

    private func client(
        _ lines: [String], andFor others: [String] = [], peer: String = "10.0.0.1"
    ) throws -> String {
        var fields = HTTPFields()
        for line in lines { fields.append(HTTPField(name: .forwarded, value: line)) }
        for line in others { fields.append(HTTPField(name: .xForwardedFor, value: line)) }
        return proxies.client(of: fields, peer: try SocketAddress(ipAddress: peer, port: 80)).description
    }

    @Test(arguments: ["203.0.113.9", "2001:db8::9", "11.0.0.1", "::2"])
    func `a header of a peer that is no proxy is not read`(peer: String) throws {
        #expect(try client(["for=192.0.2.7"], peer: peer) == #require(IPAddress(peer)).description)
    }

    @Test(arguments: ["10.0.0.1", "::ffff:10.0.0.1", "::1", "2001:db8:ffff:1::1"])
    func `the header of a proxy tells the client`(peer: String) throws {
        #expect(try client(["for=192.0.2.7"], peer: peer) == "192.0.2.7")
    }

    @Test(
        arguments: [
            ([], "10.0.0.1"), ([""], "10.0.0.1"), (["for=192.0.2.7, for=10.0.0.2"], "192.0.2.7"),
            (["for=192.0.2.7", "for=10.0.0.2, for=10.0.0.3"], "192.0.2.7"), (["for=10.0.0.2"], "10.0.0.2"),
            (["for=6.6.6.6, for=192.0.2.7"], "192.0.2.7"), (["for=6.6.6.6", "for=192.0.2.7"], "192.0.2.7"),
            (["for=10.6.6.6, for=192.0.2.7"], "192.0.2.7"), (["for=\"6.6.6.6", "for=192.0.2.7"], "192.0.2.7"),
            (["for=6.6.6.6, for=unknown"], "10.0.0.1"), (["for=6.6.6.6, for=_x, for=10.0.0.2"], "10.0.0.2"),
            (["for=6.6.6.6, nonsense, for=10.0.0.2"], "10.0.0.2"), (["for=6.6.6.6, proto=https"], "10.0.0.1"),
            (["for=192.0.2.7;proto=https;host=evil.example"], "192.0.2.7"),
            (["for=\"[2001:db8::1]:4711\""], "2001:db8:0:0:0:0:0:1"),
            (["for=\"[::ffff:10.0.0.2]\"", "for=10.0.0.3"], "10.0.0.2"),
        ] as [([String], String)])
    func `the last address that is no proxy counts, and nothing before it`(lines: [String], expected: String) throws {
        #expect(try client(lines) == expected)
    }

    @Test func `thousands of elements on the left change nothing`() throws {
        let spoofed = String(repeating: "for=6.6.6.6,", count: 2_000)
        #expect(try client([spoofed + "for=192.0.2.7"]) == "192.0.2.7")
        let proxied = String(repeating: "for=10.0.0.2,", count: 2_000)
        #expect(try client(["for=192.0.2.7," + proxied]) == "192.0.2.7")
    }

    @Test(arguments: ["203.0.113.9", "11.0.0.1", "::2"])
    func `X-Forwarded-For of a peer that is no proxy is not read`(peer: String) throws {
        #expect(try client([], andFor: ["192.0.2.7"], peer: peer) == #require(IPAddress(peer)).description)
    }

    @Test(
        arguments: [
            ([""], "10.0.0.1"), (["192.0.2.7"], "192.0.2.7"), (["192.0.2.7, 10.0.0.2"], "192.0.2.7"),
            (["192.0.2.7", "10.0.0.2,10.0.0.3"], "192.0.2.7"), (["6.6.6.6, 192.0.2.7"], "192.0.2.7"),
            (["6.6.6.6", "192.0.2.7"], "192.0.2.7"), (["6.6.6.6,", " ,192.0.2.7, ,"], "192.0.2.7"),
            (["192.0.2.7:4711"], "192.0.2.7"), (["[2001:db8::1]:4711"], "2001:db8:0:0:0:0:0:1"),
            (["[2001:db8::1]"], "2001:db8:0:0:0:0:0:1"), (["2001:db8::1"], "2001:db8:0:0:0:0:0:1"),
            (["192.0.2.7, [::ffff:10.0.0.2]:80"], "192.0.2.7"), (["10.0.0.2"], "10.0.0.2"),
            (["10.6.6.6, 10.0.0.2"], "10.6.6.6"), (["6.6.6.6, unknown"], "10.0.0.1"),
            (["6.6.6.6, a.example, 10.0.0.2"], "10.0.0.2"), (["6.6.6.6, 192.0.2.256"], "10.0.0.1"),
            (["6.6.6.6, 192.0.2.7:"], "10.0.0.1"), (["6.6.6.6, \"192.0.2.7\""], "10.0.0.1"),
            (["\"6.6.6.6, 192.0.2.7"], "192.0.2.7"), (["for=6.6.6.6"], "10.0.0.1"), (["6.6.6.6 192.0.2.7"], "10.0.0.1"),
            (["6.6.6.6, fe80::1%eth0"], "10.0.0.1"), (["6.6.6.6, [192.0.2.7]"], "10.0.0.1"),
        ] as [([String], String)])
    func `the last address in X-Forwarded-For that is no proxy counts`(lines: [String], expected: String) throws {
        #expect(try client([], andFor: lines) == expected)
    }

    @Test(
        arguments: [
            (["for=192.0.2.7"], ["192.0.2.7"], "192.0.2.7"), (["for=192.0.2.7"], ["6.6.6.6"], "10.0.0.1"),
            (["for=6.6.6.6"], ["192.0.2.7, 10.0.0.2"], "10.0.0.1"), (["for=192.0.2.7"], ["192.0.2.7:80"], "192.0.2.7"),
            (["for=\"[::ffff:192.0.2.7]\""], ["6.6.6.6, 192.0.2.7"], "192.0.2.7"),
            (["for=unknown"], ["192.0.2.7"], "10.0.0.1"), (["for=192.0.2.7"], ["unknown"], "10.0.0.1"),
            (["for=\""], ["192.0.2.7"], "10.0.0.1"), ([""], ["192.0.2.7"], "192.0.2.7"),
            (["for=192.0.2.7"], [" , "], "192.0.2.7"), (["for=192.0.2.7, for=10.0.0.2"], ["10.0.0.2"], "10.0.0.1"),
        ] as [([String], [String], String)])
    func `two headers count where they lead to one address`(
        forwarded: [String], others: [String], expected: String
    ) throws {
        #expect(try client(forwarded, andFor: others) == expected)
    }

    @Test(arguments: [HTTPField.Name.forwarded, .xForwardedFor])
    func `a header of a peer that is no proxy is ignored, and of no other`(name: HTTPField.Name) throws {
        let (proxy, other) = (
            try SocketAddress(ipAddress: "10.0.0.1", port: 80), try SocketAddress(ipAddress: "11.0.0.1", port: 80)
        )
        #expect(proxies.ignoresHeader(in: [name: "x"], from: other))
        #expect(!proxies.ignoresHeader(in: [name: "x"], from: proxy))
        #expect(!proxies.ignoresHeader(in: [.accept: "x"], from: other))
        #expect(!proxies.ignoresHeader(in: [name: "x"], from: nil))
    }

    @Test func `other headers tell nothing`() throws {
        let name = try #require(HTTPField.Name("X-Real-IP"))
        let peer = try SocketAddress(ipAddress: "10.0.0.1", port: 80)
        #expect(proxies.client(of: [name: "192.0.2.7"], peer: peer).description == "10.0.0.1")
    }

    @Test(arguments: ["10.0.0.0/8", "10.0.0.0/8,::1", "192.0.2.7, 2001:db8::/32", "off"])
    func `the setting takes addresses and networks`(text: String) {
        #expect(SettingType.proxies.parse(text) != nil)
    }

    @Test(arguments: [
        "", "none", "10.0.0.0/33", "10.0.0.0/8,", "proxy.example", "10.0.0.1:80", "[::1]", "off,::1", "*",
    ])
    func `the setting takes nothing else`(text: String) {
        #expect(SettingType.proxies.parse(text) == nil)
    }
}
