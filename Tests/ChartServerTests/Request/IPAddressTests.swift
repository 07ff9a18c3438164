import Testing

@testable import ChartServer

struct IPAddressTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("::ffff:c000:207", "192.0.2.7"), ("::", "0:0:0:0:0:0:0:0"),
        ("::1", "0:0:0:0:0:0:0:1"), ("2001:DB8::9", "2001:db8:0:0:0:0:0:9"), ("1::", "1:0:0:0:0:0:0:0"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:2:3:4:5:6:192.0.2.7", "1:2:3:4:5:6:c000:207"),
        ("64:ff9b::192.0.2.7", "64:ff9b:0:0:0:0:c000:207"), ("0001:2::3", "1:2:0:0:0:0:0:3"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ])
    func `an address is read and written`(text: String, written: String) throws {
        #expect(try #require(IPAddress(text)).description == written)
    }

    @Test(arguments: [
        "", ".", ":", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", " 1.2.3.4", "+1.2.3.4", "1.2.3.-4",
        "1.2.3.1000", "0x1.2.3.4", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::", "::1:", ":1::",
        "1:2:3:4::5:6:7:8",
        "12345::", "g::", "::1%eth0", "[::1]", "::1.2.3", "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "::/0",
        "1234567890123456789012345678901234567890123456", "1.2.3.4\u{0}",
    ])
    func `any other text is no address`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
        ("10.9.8.7/8", "10.1.2.3", true), ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false),
        ("192.0.2.6/31", "192.0.2.7", true), ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("::/0", "2001:db8::1", true), ("::/0", "192.0.2.7", false), ("::1", "::1", true), ("::1", "::2", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("2001:db8::/64", "2001:db8::ffff:0:0:1", true), ("2001:db8::/64", "2001:db8:0:1::", false),
        ("2001:db8::/65", "2001:db8::8000:0:0:0", false), ("2001:db8::/127", "2001:db8::1", true),
        ("::ffff:10.0.0.0/8", "10.1.2.3", true),
    ])
    func `a network has the addresses that begin like it`(network: String, address: String, isMember: Bool) throws {
        let (network, address) = (try #require(IPNetwork(network)), try #require(IPAddress(address)))
        #expect(network.contains(address) == isMember)
    }

    @Test(arguments: [
        "", "/", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/+8", "10.0.0.0/-1", "a/8", "/8",
    ])
    func `any other text is no network`(text: String) {
        #expect(IPNetwork(text) == nil)
    }
}
