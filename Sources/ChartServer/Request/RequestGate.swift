import ChartWire
import HTTPTypes

/// The hosts and origins that may call, checked before any route.
struct RequestGate: Sendable, Hashable {
    /// The names that the server answers to.
    var hosts = HostPolicy()
    /// The web pages of other origins that may call.
    var crossOrigin = CrossOrigin()

    /// The route's name in log and metrics of what is answered here.
    static let route = "preflight"

    /// Answers what needs no route; nil lets the request on.
    func answer(_ request: HTTPRequest) throws(Problem) -> Answer? {
        try hosts.check(request)
        if let path = request.path, path.utf8.contains(UInt8(ascii: "#")) {
            throw Problem(.requestInvalid, "The target of a request has no fragment.")
        }
        return crossOrigin.preflight(request)
    }
}

extension RequestGate {
    /// The gate of a configuration.
    init(_ settings: Settings) {
        let isLocal = settings.authMode == .none && Settings.isLoopback(settings.host)
        hosts =
            switch settings.hosts {
            case .byDefault: HostPolicy(names: isLocal ? ["localhost", "127.0.0.1"] : nil, takesLoopback: isLocal)
            case .any: HostPolicy()
            case .these(let names): HostPolicy(names: names)
            }
        crossOrigin = CrossOrigin(origins: settings.corsOrigins)
    }
}

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

/// Which web pages of other origins may call the server (CORS).
struct CrossOrigin: Sendable, Hashable {
    /// The origins, such as `https://charts.example.org`; empty for none.
    var origins: [String] = []

    /// The answer to a browser that asks beforehand; nil for any other request.
    func preflight(_ request: HTTPRequest) -> Answer? {
        guard request.method == .options, allowed(request) != nil,
            request.headerFields[.accessControlRequestMethod] != nil
        else { return nil }
        return .noContent(headers: [
            .accessControlAllowMethods: "GET, HEAD, POST, PUT, PATCH, DELETE",
            .accessControlAllowHeaders:
                "Authorization, Content-Encoding, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-Request-ID",
            .accessControlMaxAge: "600",
        ])
    }

    /// Adds what lets the page read the answer.
    func add(to headers: inout HTTPFields, for request: HTTPRequest) {
        guard !origins.isEmpty else { return }
        headers.append(HTTPField(name: .vary, value: "Origin"))
        guard let origin = allowed(request) else { return }
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlExposeHeaders] = "ETag, Location, Retry-After, X-Request-ID"
    }

    private func allowed(_ request: HTTPRequest) -> String? {
        guard !origins.isEmpty, let origin = request.headerFields[.origin], origins.contains(origin) else { return nil }
        return origin
    }
}
