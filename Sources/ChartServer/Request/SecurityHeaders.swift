import HTTPTypes

/// The headers that keep a browser from guessing and leaking.
enum SecurityHeaders {
    /// Adds what every answer carries, to headers that have none of it.
    static func add(to headers: inout HTTPFields) {
        headers.append(contentTypeOptions)
        headers.append(referrerPolicy)
    }

    // A field checks its value when it is made.
    private static let contentTypeOptions = HTTPField(name: .xContentTypeOptions, value: "nosniff")
    private static let referrerPolicy = HTTPField(name: .referrerPolicy, value: "no-referrer")

    /// Adds what the demo page carries too: it may load from this server alone, and stand in no other page.
    static func addForPage(to headers: inout HTTPFields) {
        headers[.contentSecurityPolicy] = contentSecurityPolicy
        headers[.permissionsPolicy] = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        headers[.crossOriginResourcePolicy] = "same-origin"
    }

    /// What the page may load and do: no script or style but the files of this server.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
}
