import ChartSessions
import HTTPTypes
import Hummingbird

/// Which web pages of other origins may call the server (CORS).
struct CrossOrigin: Sendable, Hashable {
    /// The origins, such as `https://charts.example.org`; empty for none.
    var origins: [String] = []

    /// The answer to a browser's preflight request; nil for any other request.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, allowed(request) != nil,
            request.headers[.accessControlRequestMethod] != nil
        else { return nil }
        return .noContent(headers: [
            .accessControlAllowMethods: "GET, HEAD, POST, PUT, PATCH, DELETE",
            .accessControlAllowHeaders:
                "Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-Request-ID",
            .accessControlMaxAge: "600",
        ])
    }

    /// Adds the headers that let an allowed page read the answer.
    func add(to headers: inout HTTPFields, for request: Request) {
        guard !origins.isEmpty else { return }
        headers.append(HTTPField(name: .vary, value: "Origin"))
        guard let origin = allowed(request) else { return }
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlExposeHeaders] = "ETag, Location, Retry-After, X-Request-ID"
    }

    private func allowed(_ request: Request) -> String? {
        guard !origins.isEmpty, let origin = request.headers[.origin], origins.contains(origin) else { return nil }
        return origin
    }
}
