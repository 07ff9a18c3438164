import HTTPTypes
import NIOCore
import Testing

@testable import ChartServer

struct ClientAddressTests {
    private func key(of address: SocketAddress?) -> String { TrustedProxies.none.client(of: [:], peer: address).key }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::1", "0:0:0:0::/64"),
    ])
    func `an IPv4 address counts as a whole, an IPv6 address by its network`(address: String, key: String) throws {
        #expect(self.key(of: try SocketAddress(ipAddress: address, port: 80)) == key)
        #expect(ClientAddress.ip(try #require(IPAddress(address))).key == key)
    }

    @Test func `connections without an address count together`() throws {
        #expect(key(of: nil) == "unknown")
        #expect(key(of: try SocketAddress(unixDomainSocketPath: "/s")) == "unknown")
    }
}
