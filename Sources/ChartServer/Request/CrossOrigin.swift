import HTTPTypes

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
