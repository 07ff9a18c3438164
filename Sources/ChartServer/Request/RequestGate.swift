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
