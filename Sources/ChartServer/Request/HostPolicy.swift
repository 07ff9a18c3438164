import ChartWire
import HTTPTypes

/// The host names that the server answers to.
///
/// A web page may point its own name at this machine (DNS rebinding), and then call a server without tokens as if it
/// were the page's own. The `Host` of such a request is the page's name.
struct HostPolicy: Sendable, Hashable {
    /// The names, in lower case; nil for any.
    var names: [String]?
    /// Whether the names of this machine are accepted too.
    var takesLoopback = false

    /// Refuses a request for another name; one without a name comes from no browser.
    func check(_ request: HTTPRequest) throws(Problem) {
        guard let names, let authority = request.authority else { return }
        let host = Self.host(of: authority)
        guard !names.contains(host), !(takesLoopback && Self.isLoopback(host)) else { return }
        throw Problem(.requestInvalid, "The server does not go by the name of the Host header; see http.hosts.")
    }

    /// The host of an authority, without port and brackets, in lower case.
    static func host(of authority: String) -> String {
        let text = authority.utf8
        let host =
            text.first == UInt8(ascii: "[")
            ? text.dropFirst().prefix { $0 != UInt8(ascii: "]") } : text.prefix { $0 != UInt8(ascii: ":") }
        return Substring(host).lowercased()
    }

    private static func isLoopback(_ host: String) -> Bool {
        Settings.isLoopback(host) || host.hasSuffix(".localhost")
    }
}
